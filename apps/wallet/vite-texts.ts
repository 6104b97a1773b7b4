/** `virtual:texts/<group>/<language>`: the texts of the features, compiled, one chunk each (src/lib/i18n.ts loads them). */
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { catalogueModule, textGroups, textLocales } from './text-files.ts'

const PREFIX = 'virtual:texts/'
const RESOLVED = `\0${PREFIX}`

export function texts(root: string): Plugin {
  const src = join(root, 'src')
  const isTextFile = (file: string) =>
    file.startsWith(src) && /\/(texts|(member-)?errors)\.(th|la|en)\.json$/.test(file)
  return {
    name: 'kapao-texts',
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined
    },
    load(id) {
      if (!id.startsWith(RESOLVED)) return undefined
      const [group, locale] = id.slice(RESOLVED.length).split('/')
      const knownGroup = textGroups.find((one) => one === group)
      const knownLocale = textLocales.find((one) => one === locale)
      if (!knownGroup || !knownLocale) throw new Error(`No texts ${id}`)
      return catalogueModule(src, knownGroup, knownLocale)
    },
    configureServer(server) {
      const changed = (file: string) => {
        if (!isTextFile(file)) return
        for (const [id, module] of server.moduleGraph.idToModuleMap) {
          if (id.startsWith(RESOLVED)) server.moduleGraph.invalidateModule(module)
        }
        server.ws.send({ type: 'full-reload' })
      }
      server.watcher.on('add', changed)
      server.watcher.on('change', changed)
    },
  }
}

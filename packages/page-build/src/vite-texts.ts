/**
 * `virtual:texts/<group>/<language>`: the texts of the features, compiled, one chunk each. `virtual:text-group/<group>`: how to load
 * them, for the screen's loader to hand to @kapao/browser/texts.
 */
import { join } from 'node:path'
import type { Plugin } from 'vite'
import {
  catalogue,
  catalogueModule,
  groupModule,
  isTextGroup,
  type TextGroups,
  type TextLocale,
  textLocales,
  textSources,
} from './text-files.ts'

const TEXTS = 'virtual:texts/'
const GROUP = 'virtual:text-group/'
const RESOLVED = '\0'

/** Whether this build's English is the pseudo-locale. */
const isDisguised = process.env.KAPAO_LOCALE_PSEUDO === '1'

/** What a page brings itself, so that it asks for no file of them: by the group and the language, as @kapao/browser/texts looks for it. */
export function textsInPage(root: string, groups: TextGroups) {
  const sources = textSources(join(root, 'src'), groups)
  /** `file`: where the same texts are for every other page. */
  return (group: string, locale: TextLocale, file: string): string => {
    const json = catalogue(sources, group, locale, isDisguised && locale === 'en').replaceAll('<', '\\u003c')
    return `<script type="application/json" data-texts="${group}/${locale}" data-file="${file}">${json}</script>`
  }
}

/** Base comes with every page; it holds what no feature has and the features that `groups` puts there. */
export function texts(root: string, groups: TextGroups): Plugin {
  const src = join(root, 'src')
  const sources = () => textSources(src, groups)
  const isTextFile = (file: string) =>
    file.startsWith(src) && /\/(texts|(member-)?errors)\.(th|la|en)\.json$/.test(file)
  return {
    name: 'kapao-texts',
    resolveId(id) {
      return id.startsWith(TEXTS) || id.startsWith(GROUP) ? `\0${id}` : undefined
    },
    load(id) {
      if (id.startsWith(RESOLVED + GROUP)) {
        const group = id.slice(RESOLVED.length + GROUP.length)
        if (!isTextGroup(sources(), group)) throw new Error(`There are no texts ${group}`)
        return groupModule(group)
      }
      if (!id.startsWith(RESOLVED + TEXTS)) return undefined
      const [group = '', locale] = id.slice(RESOLVED.length + TEXTS.length).split('/')
      const knownLocale = textLocales.find((one) => one === locale)
      if (!isTextGroup(sources(), group) || !knownLocale) throw new Error(`There are no texts ${id}`)
      return catalogueModule(catalogue(sources(), group, knownLocale, isDisguised && knownLocale === 'en'))
    },
    configureServer(server) {
      const changed = (file: string) => {
        if (!isTextFile(file)) return
        for (const [id, module] of server.moduleGraph.idToModuleMap) {
          if (id.startsWith(RESOLVED + TEXTS)) server.moduleGraph.invalidateModule(module)
        }
        server.ws.send({ type: 'full-reload' })
      }
      server.watcher.on('add', changed)
      server.watcher.on('change', changed)
    },
  }
}

/** Writes sw.js (offline/service-worker.ts) into a build, with the list of the files that the build is made of. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { drawerOf, fileNamed } from './vite-drawn-script.ts'

export function serviceWorker(root: string): Plugin {
  return {
    name: 'kapao-service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle)
      const entry = files.find(
        (file) => file.type === 'chunk' && file.moduleIds.includes(join(root, 'src', 'main.tsx')),
      )
      if (!entry) this.error('The build has no entry')
      const [drawer, member] = [drawerOf(bundle), fileNamed(bundle, 'member')]
      const assets = files
        .map((file) => `/${file.fileName}`)
        .filter((path) => path.startsWith('/assets/'))
        .sort()
      const version = createHash('sha256').update(assets.join()).digest('base64url').slice(0, 12)
      const build = JSON.stringify({ version, entry: `/${entry.fileName}`, drawer, member, assets })
      const source = readFileSync(join(root, 'offline', 'service-worker.ts'), 'utf8')
      const code = `const BUILD = ${build}\n${stripTypeScriptTypes(source)}`
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: code })
    },
  }
}

/**
 * A file that holds several sources asks the bundler's runtime for one function: the object that an import() of one of them gives. The bundler keeps that
 * function in a file of its own, of a hundred bytes, which every first page would wait for as for a large one. Here each file that needs it has it.
 */
import type { Plugin, Rolldown } from 'vite'

const RUNTIME = 'rolldown-runtime'
const HELPER = '__exportAll'

/** Gives what the exports are when they are asked for: some are only known once their source has been run. */
const helper = `function ${HELPER}(exported) {
  const all = {}
  for (const name in exported) Object.defineProperty(all, name, { get: exported[name], enumerable: true })
  return all
}
`

export function ownHelpers(): Plugin {
  const isRuntime = (chunk: Rolldown.RenderedChunk | Rolldown.OutputChunk) => chunk.name === RUNTIME
  return {
    name: 'kapao-own-helpers',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    renderChunk(code, chunk, _options, { chunks }) {
      const runtime = Object.values(chunks).find(isRuntime)
      if (!runtime || isRuntime(chunk) || !chunk.imports.includes(runtime.fileName)) return null
      return { code: withHelper(code, runtime.fileName), map: null }
    },
    generateBundle(_options, bundle) {
      const runtime = Object.values(bundle).find((file) => file.type === 'chunk' && isRuntime(file))
      if (!runtime) return
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.imports = file.imports.filter((name) => name !== runtime.fileName)
      delete bundle[runtime.fileName]
    },
  }
}

/** `runtime`: the name of the file that the helper is imported from. Throws where another helper is. */
export function withHelper(code: string, runtime: string): string {
  const name = runtime.split('/').at(-1)
  const line = code.split('\n').find((one) => one.startsWith('import ') && one.includes(`/${name}"`))
  if (line === undefined || !new RegExp(`^import \\{ \\w+ as ${HELPER} \\} from "[^"]+";$`).test(line))
    throw new Error(`Another helper than ${HELPER} is asked for: ${line}`)
  return `${helper}${code.replace(line, '')}`
}

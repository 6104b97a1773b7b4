/** Which files of a bundle a member's page needs besides those that every page begins with: only the bundle knows. */
import type { Locale } from '@kapao/browser/locale'
import type { Rolldown } from 'vite'

export interface MemberFiles {
  /** Code and styles. */
  readonly member: readonly string[]
  readonly textsOf: (group: string, locale: Locale) => string
}

export function memberFiles(bundle: Rolldown.OutputBundle): MemberFiles {
  const files = filesOf(bundle)
  const member = files('app/member-area.tsx', 'app/member-pages.ts', 'ui/src/more-icon-paths.ts')
  const home = files('features/home/home-page.tsx').filter((file) => !member.includes(file))
  if (home.length > 0) throw new Error(`Home is not in the member's file alone: ${home.join(' ')}`)
  const textsOf = (group: string, locale: Locale) => {
    const [file, ...others] = files(`virtual:texts/${group}/${locale}`)
    if (file === undefined || others.length > 0) throw new Error(`Texts ${group}/${locale} are no one file`)
    return file
  }
  return { member, textsOf }
}

export const isStyles = (file: string) => file.endsWith('.css')

type Chunk = Rolldown.OutputChunk

/** The addresses of the files that hold these sources and all that they import, but for those that every page begins with. */
function filesOf(bundle: Rolldown.OutputBundle): (...sources: readonly string[]) => readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const closure = (chunk: Chunk, found = new Set<Chunk>()): ReadonlySet<Chunk> => {
    if (found.has(chunk)) return found
    found.add(chunk)
    for (const name of chunk.imports) {
      const imported = byName.get(name)
      if (imported) closure(imported, found)
    }
    return found
  }
  const holding = (source: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)))
    if (!chunk) throw new Error(`The build has no ${source}`)
    return chunk
  }
  const every = closure(holding('src/main.tsx'))
  return (...sources) => {
    const wanted = new Set(sources.flatMap((source) => [...closure(holding(source))]))
    const own = [...wanted].filter((chunk) => !every.has(chunk))
    const styles = own.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
    return [...own.map(({ fileName }) => fileName), ...styles].map((name) => `/${name}`)
  }
}

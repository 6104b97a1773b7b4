/**
 * A script that could not be fetched stays missing for as long as the page lives, whatever is imported or preloaded again: browsers remember that
 * (Safari and Firefox always did, Chrome does since 2026). Nobody remembers it of fetch(). So all files of a part are fetched first, and imported when
 * they are there, out of the browser's cache: a part that did not come while the line was broken comes with the next try.
 *
 * Vite's own helper preloads them, and takes for loaded what it has asked for once, whatever became of it.
 */
import type { Plugin } from 'vite'

const HELPER = 'vite/preload-helper'

const FETCH = `if (!isCss) return fetch(dep.href).then((response) => {
  if (!response.ok) throw new Error("Unable to fetch " + dep.href);
  return response.text();
});`

/** What stands in Vite's helper, and what shall. */
const changes: readonly (readonly [RegExp, string])[] = [
  [/(?=const link = document\.createElement\("link"\);)/g, FETCH],
  [/(?<=if \(e\.type === "error"\) )(?=rej\()/g, 'link.remove(), '],
  // What failed is not done with.
  [/(?<=\(err\) => \{\s*)seen\[href\] = void 0;/g, 'delete seen[href];'],
]

export function fetchBeforeImport(): Plugin {
  return {
    name: 'kapao-fetch-before-import',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /preload-helper/ },
      handler: (code, id) => (id.includes(HELPER) ? { code: fetchingFirst(code), map: null } : null),
    },
  }
}

/** Vite's helper as it waits for each file. Throws where it is another one than is known. */
export function fetchingFirst(code: string): string {
  return changes.reduce((changed, [place, text]) => {
    if (changed.match(place)?.length !== 1) throw new Error(`Vite's helper has not once: ${place.source}`)
    return changed.replace(place, () => text)
  }, code)
}

/**
 * For `build.modulePreload`: the files to fetch before one is imported, itself among them, which Vite leaves out where it is the only one. `isThere`
 * says which every page begins with: they need not be asked for again, nor be named by each that does.
 */
export function filesBefore(isThere: (file: string) => boolean) {
  return (file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] => {
    if (hostType === 'html') return files
    return files.length === 0 ? [file] : files.filter((one) => !isThere(one))
  }
}

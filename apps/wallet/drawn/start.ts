/**
 * Where a page begins that the build has drawn (vite-prerender.ts takes the types out): it is painted before its scripts are looked at. In a tab behind
 * another one nothing is painted, so nothing is waited for.
 */
const main = document.querySelector<HTMLElement>('script[data-main]')?.dataset.main
const begin = () =>
  import(main ?? '').catch(() => {
    const words = document.querySelector<HTMLTemplateElement>('#boot-failed')
    if (words) document.querySelector('#root')?.replaceChildren(words.content)
  })
if (document.hidden) void begin()
else requestAnimationFrame(() => setTimeout(begin))

export {}

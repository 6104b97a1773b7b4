import { useLayoutEffect } from 'react'

/** A field as high as the text in it; how far it may grow says its style. */
export function useGrowing(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is the reason to measure
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    const grow = () => {
      element.style.height = 'auto'
      // What is scrolled has no borders, the height has.
      element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
    }
    grow()
    let width = element.offsetWidth
    // A phone that is turned, a window or a column that is drawn wider: the lines break elsewhere.
    const watcher = new ResizeObserver(() => {
      if (element.offsetWidth === width) return
      width = element.offsetWidth
      // Not at once: browsers report an error where something that is watched changes while they tell of it.
      requestAnimationFrame(grow)
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [field, text])
}

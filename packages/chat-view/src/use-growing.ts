import { useLayoutEffect } from 'react'

/** A field as high as the text in it; how far it may grow says its style. */
export function useGrowing(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is the reason to measure
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    const grow = () => {
      // Measured as low as it can be, with a margin in place of its height: a list above it that got more room would be scrolled by that.
      element.style.cssText = `margin-bottom:${element.offsetHeight}px`
      // What is scrolled has no borders, the height has.
      element.style.cssText = `height:${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
      // Browsers bring the caret into sight, not all of its line, and not at all where a page has put the text in.
      if (element.selectionEnd === element.value.length) element.scrollTop = element.scrollHeight
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

let watchers = 0
let shownPx = 0

function measure(): void {
  const view = window.visualViewport
  if (!view) return
  // A pinch zoom shrinks the visual viewport too; only an unzoomed one is about the keyboard.
  const covered = view.scale > 1.01 ? 0 : window.innerHeight - view.height - view.offsetTop
  const now = Math.max(0, Math.round(covered))
  // A property of the root is everybody's: each change of it costs the styles of the whole page.
  if (now === shownPx) return
  shownPx = now
  document.documentElement.style.setProperty('--keyboard', `${now}px`)
}

/**
 * Keeps --keyboard on the root at the height that an on-screen keyboard covers. iOS lays its keyboard over the page;
 * where the page itself shrinks (interactive-widget=resizes-content) it is never set, which is 0px. Answers how to stop.
 */
export function watchKeyboard(): () => void {
  const view = window.visualViewport
  if (!view) return () => undefined
  watchers += 1
  if (watchers === 1) {
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    measure()
  }
  return () => {
    watchers -= 1
    if (watchers > 0) return
    view.removeEventListener('resize', measure)
    view.removeEventListener('scroll', measure)
    if (shownPx > 0) document.documentElement.style.removeProperty('--keyboard')
    shownPx = 0
  }
}

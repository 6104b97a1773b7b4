let watchers = 0

function measure(): void {
  const view = window.visualViewport
  if (!view) return
  // A pinch zoom shrinks the visual viewport too; only an unzoomed one is about the keyboard.
  const covered = view.scale > 1.01 ? 0 : window.innerHeight - view.height - view.offsetTop
  document.documentElement.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
}

/**
 * Keeps --keyboard on the root at the height that an on-screen keyboard covers. iOS lays its keyboard over the page;
 * where the page itself shrinks (interactive-widget=resizes-content) it stays 0px. Answers how to stop.
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
    document.documentElement.style.removeProperty('--keyboard')
  }
}

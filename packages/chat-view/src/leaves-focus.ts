/** The ref of what lies in a log and goes with what was pressed in it: then the log has the focus, or it would be nowhere. */
export function leavesFocusToLog(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement))
      element.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true })
  }
}

/** The phone's own share sheet. Many in-app browsers have none: then there is nothing to offer but copying. */
export function canShare(): boolean {
  return typeof navigator.share === 'function'
}

/** Call it inside the tap. False when it failed; closing the share sheet without choosing is no failure. */
export async function shareLink(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url })
    return true
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'AbortError'
  }
}

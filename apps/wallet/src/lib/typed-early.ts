/** What was typed into a page that the build has drawn, before its scripts were there: for the form that takes its place. */
let kept: FormData | null = null

/** The drawn form goes, since it is in another language. */
export function keepTyped(drawn: HTMLFormElement | null): void {
  kept = drawn && new FormData(drawn)
}

/** For the log-in of who has just registered: they typed it there. */
export function keepUsername(username: string): void {
  kept = new FormData()
  kept.set('username', username)
}

/** Answered once: who comes back to the form finds it empty, as before. */
export function typedEarly(form: HTMLFormElement): FormData {
  const typed = kept ?? new FormData(form)
  kept = null
  return typed
}

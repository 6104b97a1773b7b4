/** Resolves when a page has shown what it was opened for: what nobody waits for comes after that, and shares no slow line with it. */
let tell: () => void = () => undefined
export const firstScreen = new Promise<void>((resolve) => {
  tell = resolve
})

let isTold = false

export function tellFirstScreen(): void {
  isTold = true
  tell()
}

/** Whether it was shown: nothing waits any more, also on the pages that are opened after it. */
export function hasFirstScreen(): boolean {
  return isTold
}

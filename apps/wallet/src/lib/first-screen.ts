/** Resolves when a page has shown what it was opened for: what nobody waits for comes after that, and shares no slow line with it. */
let tell: () => void = () => undefined
export const firstScreen = new Promise<void>((resolve) => {
  tell = resolve
})

export function tellFirstScreen(): void {
  tell()
}

/**
 * While a sheet or dialog is open the tab's history stands on an entry of its own, so that Back (a gesture on Android) closes it instead
 * of leaving the page; @kapao/ui/modal keeps it so. Answers how many are open by the entry where the history stands now.
 */
export function modalsOfEntry(): number {
  const modals: unknown = history.state?.modals
  return typeof modals === 'number' ? modals : 0
}

/** What waits for a step back, over such entries or by a page; null while there is none on its way. */
let waiting: (() => void)[] | null = null

export function stepBack(entries: number): void {
  waiting ??= []
  history.go(-entries)
}

/** The step has been heard of, or will never be. */
export function steppedBack(): void {
  const runs = waiting ?? []
  waiting = null
  for (const run of runs) run()
}

/** Opens another page: a step that is still on its way would take it back at once. */
export function afterStepBack(run: () => void): void {
  if (waiting) waiting.push(run)
  else run()
}

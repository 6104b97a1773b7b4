/**
 * While a sheet or dialog is open the tab's history stands on an entry of its own, so that Back (a gesture on Android) closes it instead
 * of leaving the page. Answers how many are open by the entry where the history stands now; @kapao/ui/modal keeps it so.
 */
export function modalsOfEntry(): number {
  const modals: unknown = history.state?.modals
  return typeof modals === 'number' ? modals : 0
}

import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf something is waited for that takes nothing of ours: told of each such wait, and of its end. */
export interface Asker {
  goesOut(): void
  isBack(): void
}

const askers = new AsyncLocalStorage<Asker>()

/** Runs `work`; whatever it waits for outside, now or later, it waits for on behalf of `asker`. */
export function askingFor<T>(asker: Asker, work: () => T): T {
  return askers.run(asker, work)
}

/** Waits for what needs neither the database nor the processor of ours; meanwhile the asker takes nobody's room. */
export async function outside<T>(wait: () => Promise<T>): Promise<T> {
  const asker = askers.getStore()
  asker?.goesOut()
  try {
    return await wait()
  } finally {
    asker?.isBack()
  }
}

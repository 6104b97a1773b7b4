/** More than this would wait too long to be worth it. */
const MOST_WAITING = 200

let latest: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Whether so many pictures wait already that another one is better turned away. */
export function isTurnFarOff(): boolean {
  return waiting >= MOST_WAITING
}

/** One picture after the other, whoever sent it: twenty decoded at once must not add up. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  waiting += 1
  const mine = latest.then(work, work)
  latest = mine.catch(() => undefined)
  try {
    return await mine
  } finally {
    waiting -= 1
  }
}

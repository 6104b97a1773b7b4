import { vi } from 'vitest'
import { Room } from '../src/http/room.ts'

/** How many have come in since, into the room of all: that something waits for the database is no sign of it, somebody else may. */
export function watchDoor(): () => number {
  const count = vi.spyOn(Room.prototype, 'count')
  return () => {
    const entered = new Map<unknown, number>()
    for (const [index, [change]] of count.mock.calls.entries()) {
      const room = count.mock.contexts[index]
      if (change === 1) entered.set(room, (entered.get(room) ?? 0) + 1)
    }
    return Math.max(0, ...entered.values())
  }
}

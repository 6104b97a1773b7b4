import type { Asker } from '../asker.ts'

/** How many calls are at work inside. */
export class Room {
  #atWork = 0

  get atWork(): number {
    return this.#atWork
  }

  count(change: 1 | -1): void {
    this.#atWork += change
  }
}

/** A call that is inside: at work in its rooms, but for the time that it waits for somebody outside. */
export class InsideCall implements Asker {
  readonly #rooms: readonly Room[]
  #asks = 0
  #isOver = false

  constructor(rooms: readonly Room[]) {
    this.#rooms = rooms
    this.#count(1)
  }

  #count(change: 1 | -1): void {
    for (const room of this.#rooms) room.count(change)
  }

  /** What goes on after its end, and asks somebody outside then, is in no room any more. */
  goesOut(): void {
    if (this.#asks === 0 && !this.#isOver) this.#count(-1)
    this.#asks += 1
  }

  /** To a room that may be full by now: what is in is never turned out. */
  isBack(): void {
    this.#asks -= 1
    if (this.#asks === 0 && !this.#isOver) this.#count(1)
  }

  /** Once or more often. */
  end(): void {
    if (this.#isOver) return
    if (this.#asks === 0) this.#count(-1)
    this.#isOver = true
  }
}

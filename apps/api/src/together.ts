export interface Asking<Result> {
  /** Two with the same mark are not asked for in one run. */
  readonly mark?: unknown
  /** Instead of a run for this one by itself, where there is a cheaper way. */
  readonly alone?: () => Promise<Result | null>
}

interface Asker<Result> extends Asking<Result> {
  readonly values: readonly unknown[]
  resolve(result: Result | null): void
  reject(error: unknown): void
}

/** Runs one statement for several: each answer with its asker's number, from 1. */
export type RunTogether<Result> = (
  columns: readonly (readonly unknown[])[],
) => Promise<readonly (Result & { readonly asker: number })[]>

/** While so many runs are at work, who comes next gathers for the one after: on a quiet server nobody waits, in a crowd nobody is alone. */
const RUNS_AT_ONCE = 2
const MOST_IN_A_RUN = 64

/**
 * Those who want the same of the database at about the same moment ask as one: a trip, a commit and what a statement costs to begin and to
 * end are paid for once.
 */
export class Together<Result> {
  readonly #run: RunTogether<Result>
  /** Whether the database took back all that a failed run had done, so that each of its askers may be tried alone. */
  readonly #isTakenBack: (error: unknown) => boolean
  #waiting: Asker<Result>[] = []
  #running = 0
  #isDue = false

  constructor(run: RunTogether<Result>, isTakenBack: (error: unknown) => boolean) {
    this.#run = run
    this.#isTakenBack = isTakenBack
  }

  /** How many runs' worth of askers wait for their turn. */
  get runsWaiting(): number {
    return this.#waiting.length / (RUNS_AT_ONCE * MOST_IN_A_RUN)
  }

  ask(values: readonly unknown[], asking: Asking<Result> = {}): Promise<Result | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...asking, values, resolve, reject })
      this.#startSoon()
    })
  }

  /** After everything else that has arrived by now, which may be more of the same. */
  #startSoon(): void {
    if (this.#isDue || this.#running >= RUNS_AT_ONCE || this.#waiting.length === 0) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      this.#running += 1
      void this.#answer(this.#take()).then(() => {
        this.#running -= 1
        this.#startSoon()
      })
      this.#startSoon()
    })
  }

  #take(): readonly Asker<Result>[] {
    const taken: Asker<Result>[] = []
    const left: Asker<Result>[] = []
    const marks = new Set<unknown>()
    for (const asker of this.#waiting) {
      const isApart = asker.mark !== undefined && marks.has(asker.mark)
      if (isApart || taken.length === MOST_IN_A_RUN) left.push(asker)
      else {
        taken.push(asker)
        marks.add(asker.mark)
      }
    }
    this.#waiting = left
    return taken
  }

  /** Never rejects: each asker is told. */
  async #answer(askers: readonly Asker<Result>[]): Promise<void> {
    const [first] = askers
    if (askers.length === 1 && first?.alone) return first.alone().then(first.resolve, first.reject)
    const columns = (first?.values ?? []).map((_value, at) => askers.map(({ values }) => values[at]))
    try {
      const found = new Map((await this.#run(columns)).map((row) => [row.asker, row]))
      for (const [at, { resolve }] of askers.entries()) resolve(found.get(at + 1) ?? null)
    } catch (error) {
      // What fails for one must not fail for all.
      if (askers.length > 1 && this.#isTakenBack(error))
        await Promise.all(askers.map((asker) => this.#answer([asker])))
      else for (const { reject } of askers) reject(error)
    }
  }
}

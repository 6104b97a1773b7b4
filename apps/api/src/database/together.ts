export interface Asking<Result> {
  /** Whose rows are changed, where any are: two with the same mark are neither asked for in one run nor in two at once. */
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

const MOST_IN_A_RUN = 64
/** A run that takes longer waits for something that is not ours: the next goes beside it. */
const PATIENCE_MS = 250

interface Starter {
  /** Whether there would be anybody to ask for. */
  readonly isReady: () => boolean
  readonly start: () => void
}

/**
 * How many runs may be at work at once, of one statement or of several that change the same rows, and whose rows those are. The others come in the order
 * in which they asked.
 */
export class Turns {
  readonly atOnce: number
  /** So many are not kept waiting for whoever else may come in the same moment: while the database is at work for them, the process is for the others. */
  readonly enough: number
  /** Of the runs at work. They would find each other's rows held. */
  readonly marks = new Set<unknown>()
  #taken = 0
  #waiting: Starter[] = []

  constructor(atOnce: number, enough = MOST_IN_A_RUN) {
    this.atOnce = atOnce
    this.enough = enough
  }

  /** Calls `start` when it is its turn, at once where one is free. */
  take(starter: Starter): void {
    this.#waiting.push(starter)
    this.next()
  }

  /** For as long as `work` takes, or until it has taken so long that nobody shall wait for it any more. `work` never rejects. */
  async spend(work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS)
    })
    await Promise.race([work, enough])
    clearTimeout(timer)
    this.giveBack()
  }

  giveBack(): void {
    this.#taken -= 1
    this.next()
  }

  /** Looks whose turn it is. To be called, too, when somebody may have become ready. */
  next(): void {
    while (this.#taken < this.atOnce) {
      const at = this.#waiting.findIndex(({ isReady }) => isReady())
      const [starter] = at < 0 ? [] : this.#waiting.splice(at, 1)
      if (starter === undefined) return
      this.#taken += 1
      starter.start()
    }
  }
}

/**
 * Those who want the same of the database at about the same moment ask as one: a trip, a commit and what a statement costs to begin and to
 * end are paid for once.
 */
export class Together<Result> {
  readonly #run: RunTogether<Result>
  /** Whether the database took back all that a failed run had done, so that each of its askers may be tried alone. */
  readonly #isTakenBack: (error: unknown) => boolean
  readonly #turns: Turns
  #waiting: Asker<Result>[] = []
  #isDue = false
  /** It is our turn, and begins when all that has arrived by now was looked at. */
  #beginning: NodeJS.Immediate | null = null

  constructor(run: RunTogether<Result>, isTakenBack: (error: unknown) => boolean, turns: Turns) {
    this.#run = run
    this.#isTakenBack = isTakenBack
    this.#turns = turns
  }

  /** How many runs' worth of askers wait for their turn. */
  get runsWaiting(): number {
    return this.#waiting.length / (this.#turns.atOnce * MOST_IN_A_RUN)
  }

  ask(values: readonly unknown[], asking: Asking<Result> = {}): Promise<Result | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...asking, values, resolve, reject })
      if (this.#beginning && this.#waiting.length >= this.#turns.enough) this.#begin(this.#beginning)
      else if (this.#isDue) this.#turns.next()
      else this.#startSoon()
    })
  }

  /** When it is our turn, after everything else that has arrived by then, which may be more of the same. */
  #startSoon(): void {
    if (this.#isDue || this.#waiting.length === 0) return
    this.#isDue = true
    const isReady = () => this.#waiting.some(({ mark }) => !this.#turns.marks.has(mark))
    const start = () => {
      const beginning = setImmediate(() => this.#begin(beginning))
      this.#beginning = beginning
    }
    this.#turns.take({ isReady, start })
  }

  #begin(beginning: NodeJS.Immediate): void {
    clearImmediate(beginning)
    this.#beginning = null
    this.#isDue = false
    const taken = this.#take()
    // Another run may have taken the same members a moment ago.
    if (taken.length === 0) this.#turns.giveBack()
    else void this.#turns.spend(this.#work(taken))
    this.#startSoon()
  }

  #take(): readonly Asker<Result>[] {
    const taken: Asker<Result>[] = []
    const left: Asker<Result>[] = []
    const { marks } = this.#turns
    for (const asker of this.#waiting) {
      if (taken.length === MOST_IN_A_RUN || marks.has(asker.mark)) left.push(asker)
      else {
        taken.push(asker)
        if (asker.mark !== undefined) marks.add(asker.mark)
      }
    }
    this.#waiting = left
    return taken
  }

  /** Never rejects. However long it takes, its members are nobody else's meanwhile. */
  async #work(askers: readonly Asker<Result>[]): Promise<void> {
    await this.#answer(askers)
    for (const { mark } of askers) this.#turns.marks.delete(mark)
    this.#turns.next()
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

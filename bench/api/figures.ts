// Rounds of several rivals, interleaved so that what else the machine does meets all of them, and what came of it.
export interface Figures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

export type Rival = readonly [name: string, once: () => Promise<Figures>]

/**
 * Every rival once a round; the medians over the rounds. A round before them counts for nobody: what it runs is not compiled yet, and a database
 * that has just been made reads tables to their end until it has gathered what it knows of them. Every other round goes the other way round, so
 * that nobody always comes after what leaves the database with work to do.
 */
export async function interleaved(
  rivals: readonly Rival[],
  rounds: number,
): Promise<ReadonlyMap<string, Figures>> {
  const measured = new Map<string, Figures[]>(rivals.map(([name]) => [name, []]))
  for (const [, once] of rivals) await once()
  for (let round = 0; round < rounds; round += 1)
    for (const [name, once] of round % 2 === 0 ? rivals : rivals.toReversed())
      measured.get(name)?.push(await once())
  return new Map(
    [...measured].map(([name, figures]) => [
      name,
      {
        perSecond: median(figures.map((one) => one.perSecond)),
        p50Ms: median(figures.map((one) => one.p50Ms)),
        p99Ms: median(figures.map((one) => one.p99Ms)),
      },
    ]),
  )
}

/** Everything that was held against a limit, and whether all of it kept to it. */
export class Limits {
  readonly #lines: string[] = []
  #over = 0

  atLeast(what: string, figure: number, limit: number, unit = ''): void {
    this.#note(figure >= limit, `${what}: ${figure.toFixed(2)}${unit}, at least ${limit.toFixed(2)}${unit}`)
  }

  atMost(what: string, figure: number, limit: number, unit = ''): void {
    this.#note(figure <= limit, `${what}: ${figure.toFixed(2)}${unit}, at most ${limit.toFixed(2)}${unit}`)
  }

  #note(isKept: boolean, line: string): void {
    this.#lines.push(`${isKept ? 'kept' : 'OVER'}  ${line}`)
    if (!isKept) this.#over += 1
  }

  /** Prints all; answers whether each was kept. */
  print(): boolean {
    console.log(`\n${this.#lines.join('\n')}`)
    return this.#over === 0
  }
}

export function printTable(title: string, figures: ReadonlyMap<string, Figures>): void {
  console.log(`\n${title.padEnd(48)} | a second |   p50 ms |   p99 ms`)
  for (const [name, { perSecond, p50Ms, p99Ms }] of figures)
    console.log(
      `${name.padEnd(48)} | ${perSecond.toFixed(0).padStart(8)} | ${p50Ms.toFixed(2).padStart(8)} | ${p99Ms.toFixed(2).padStart(8)}`,
    )
}

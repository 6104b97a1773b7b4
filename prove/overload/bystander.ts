// Somebody who looks at their wallet ten times a second all the while, and somebody who looks at the process from outside.
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../bank-test/wire.ts'

const EVERY_MS = 100
/** It ends what hangs. */
const ANSWERS_WITHIN_MS = 60_000

export interface Noticed {
  readonly times: readonly number[]
  /** What they were told instead of their wallet, or of the process's health. */
  readonly complaints: readonly string[]
}

/** Looks until `over` ends. */
export async function lookOn(apiUrl: string, token: string, over: Promise<unknown>): Promise<Noticed> {
  let isOver = false
  over.then(
    () => {
      isOver = true
    },
    () => {
      isOver = true
    },
  )
  const times: number[] = []
  const complaints = new Set<string>()
  while (!isOver) {
    const startedAt = performance.now()
    const outcome = await ask(`${apiUrl}/api/wallet`, 'GET', { token })
    times.push(performance.now() - startedAt)
    if (outcome.kind !== 'ok') complaints.add(`a bystander's look at the wallet: ${JSON.stringify(outcome)}`)
    await sleep(EVERY_MS)
  }
  return { times: times.toSorted((one, other) => one - other), complaints: [...complaints] }
}

export interface Health {
  /** Of memory, at each look. */
  readonly megabytes: readonly number[]
  readonly shed: number
  readonly looks: number
  readonly complaints: readonly string[]
}

const figure = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])

/** Reads /healthz and /metrics once a second until `over` ends, and once more: they are answered however full it is. */
export async function watchHealth(apiUrl: string, over: Promise<unknown>): Promise<Health> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  over.then(end, end)
  const complaints = new Set<string>()
  const read = async (path: string) => {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
    const answer = await fetch(`${apiUrl}${path}`, { signal }).catch((error: Error) => error.name)
    if (typeof answer === 'string' || !answer.ok) {
      complaints.add(`${path}: ${typeof answer === 'string' ? answer : answer.status}`)
      return ''
    }
    return answer.text()
  }
  const megabytes: number[] = []
  for (let looks = 1; ; looks += 1) {
    const isLast = isOver
    await read('/healthz')
    const metrics = await read('/metrics')
    const bytes = figure(metrics, 'process_resident_memory_bytes')
    if (bytes > 0) megabytes.push(bytes / 2 ** 20)
    if (isLast) {
      const shed = figure(metrics, 'kapao_shed_total')
      return { megabytes, shed, looks, complaints: [...complaints] }
    }
    await sleep(1_000)
  }
}

// What a run of the bank test says of itself.
import type { Result } from './bank-test.ts'
import { FINDING_KINDS, type Finding } from './finding.ts'
import { type Operation, verdictOf } from './history.ts'

const MOST_SHOWN = 5
const VERDICTS = ['ok', 'in-progress', 'refused', 'unknown', 'unsent'] as const

function table(operations: readonly Operation[]): string[] {
  const lines = [...Map.groupBy(operations, ({ kind }) => kind)].map(([kind, all]) => {
    const counts = VERDICTS.map((verdict) => all.filter((one) => verdictOf(one) === verdict).length)
    return `  ${kind.padEnd(17)}${counts.map((count) => String(count).padStart(12)).join('')}`
  })
  return [`  ${''.padEnd(17)}${VERDICTS.map((verdict) => verdict.padStart(12)).join('')}`, ...lines.sort()]
}

function checks(findings: readonly Finding[]): string[] {
  return FINDING_KINDS.flatMap((kind) => {
    const these = findings.filter((finding) => finding.kind === kind)
    const shown = these.slice(0, MOST_SHOWN).map(({ detail }) => `      ${detail}`)
    return [`  ${kind.padEnd(22)}${these.length === 0 ? 'none' : `${these.length} FOUND`}`, ...shown]
  })
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

export function reportOf(result: Result): string {
  const { history, faults, snapshots, recovery, findings } = result
  const { inDoubt, finals, settledAfterMs, knownAfterMs } = recovery
  const { operations } = history
  const tries = operations.reduce((sum, one) => sum + one.tries.length, 0)
  const told = [...finals].map(([kind, count]) => `${count} ${kind}`).join(', ') || 'none'
  return [
    `operations: ${operations.length}, in ${tries} calls, under ${faults} faults of the outside`,
    ...table(operations),
    `in doubt when the clients had ended: ${inDoubt}; asked again with their keys: ${told}`,
    `counted from the recovery (the time over and every process alive, the last calls and faults still running):`,
    `  no money under way after ${seconds(settledAfterMs)}, nothing in doubt after ${seconds(knownAfterMs)} (60 s at most)`,
    `read in the middle of it: ${snapshots} snapshots`,
    'check:',
    ...checks(findings),
  ].join('\n')
}

/** A run in which some kind of call never succeeded proves nothing about it. */
export function kindsWithoutSuccess(operations: readonly Operation[]): string[] {
  return [...Map.groupBy(operations, ({ kind }) => kind)]
    .filter(([, all]) => !all.some((one) => verdictOf(one) === 'ok'))
    .map(([kind]) => kind)
}

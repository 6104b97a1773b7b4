// The runners' JSON reports, reduced to counts. What was meant to run and did not counts as failed.
import { readFileSync } from 'node:fs'

export type Counts = { passed: number; failed: number; skipped: number }

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 }

export function addCounts(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

export function readCheckReport(path: string): Counts {
  const report = read(path)
  return { passed: numberAt(report, 'passed'), failed: numberAt(report, 'failed'), skipped: 0 }
}

/** Vitest's `json` reporter. */
export function readVitestReport(path: string): Counts {
  return listAt(read(path), 'testResults').map(countVitestFile).reduce(addCounts, noCounts)
}

function countVitestFile(file: unknown): Counts {
  const states = listAt(file, 'assertionResults').map((test) => at(test, 'status'))
  const passed = states.filter((state) => state === 'passed').length
  const failed = states.filter((state) => state === 'failed').length
  const rest = states.length - passed - failed
  if (at(file, 'status') !== 'failed' || failed > 0) return { passed, failed, skipped: rest }
  // The file itself broke (an import, a beforeAll): none of the rest ran, wanted or not.
  return { passed, failed: Math.max(1, rest), skipped: 0 }
}

/** Playwright's `json` reporter. */
export function readPlaywrightReport(path: string): Counts {
  const report = read(path)
  const crashes = { ...noCounts, failed: listAt(report, 'errors').length }
  return addCounts(crashes, listAt(report, 'suites').map(countSuite).reduce(addCounts, noCounts))
}

function countSuite(suite: unknown): Counts {
  const inner = listAt(suite, 'suites').map(countSuite)
  const own = listAt(suite, 'specs').flatMap((spec) => listAt(spec, 'tests').map(countTest))
  return [...inner, ...own].reduce(addCounts, noCounts)
}

function countTest(test: unknown): Counts {
  if (at(test, 'status') === 'expected') return { ...noCounts, passed: 1 }
  const meantToSkip = at(test, 'status') === 'skipped' && at(test, 'expectedStatus') === 'skipped'
  return meantToSkip ? { ...noCounts, skipped: 1 } : { ...noCounts, failed: 1 }
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Error('The runner left no readable report.')
  }
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined
}

function listAt(value: unknown, key: string): unknown[] {
  const list = at(value, key)
  return Array.isArray(list) ? list : []
}

function numberAt(value: unknown, key: string): number {
  const number = at(value, key)
  if (typeof number !== 'number') throw new Error(`The report holds no ${key}.`)
  return number
}

// The runners' JSON reports, reduced to counts and to what failed. What was meant to run and did not counts as failed.
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export type Outcome = {
  readonly passed: number
  readonly skipped: number
  /** Each that failed: its name, and below it what its runner said of it. */
  readonly failures: readonly string[]
}

export const nothingRan: Outcome = { passed: 0, skipped: 0, failures: [] }

export function addOutcomes(a: Outcome, b: Outcome): Outcome {
  return {
    passed: a.passed + b.passed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
  }
}

/** What `scripts/check.ts` writes. */
export function readCheckReport(path: string): Outcome {
  const report = read(path)
  const failures = listAt(report, 'failures').filter((text) => typeof text === 'string')
  const passed = at(report, 'passed')
  if (typeof passed !== 'number') throw new Error('The report does not say how many passed.')
  return { ...nothingRan, passed, failures }
}

/** Vitest's `json` reporter. */
export function readVitestReport(path: string): Outcome {
  return listAt(read(path), 'testResults').map(vitestFile).reduce(addOutcomes, nothingRan)
}

function vitestFile(file: unknown): Outcome {
  const name = String(at(file, 'name'))
  const tests = listAt(file, 'assertionResults')
  const passed = tests.filter((test) => at(test, 'status') === 'passed').length
  const failed = tests.filter((test) => at(test, 'status') === 'failed')
  const rest = tests.filter((test) => !['passed', 'failed'].includes(String(at(test, 'status'))))
  const failures = failed.map((test) =>
    failure(`${name} › ${at(test, 'fullName')}`, listAt(test, 'failureMessages')),
  )
  if (at(file, 'status') !== 'failed' || failed.length > 0) return { passed, skipped: rest.length, failures }
  // The file itself broke (an import, a beforeAll): none of the rest ran, wanted or not.
  const unrun = rest.map((test) => failure(`${name} › ${at(test, 'fullName')}`, ['It did not run.']))
  return { passed, skipped: 0, failures: [failure(name, [at(file, 'message')]), ...unrun.slice(1)] }
}

/** Playwright's `json` reporter. */
export function readPlaywrightReport(path: string): Outcome {
  const report = read(path)
  const crashes = listAt(report, 'errors').map((error) =>
    failure('Outside of every test', [at(error, 'message')]),
  )
  return listAt(report, 'suites')
    .map(playwrightSuite)
    .reduce(addOutcomes, { ...nothingRan, failures: crashes })
}

function playwrightSuite(suite: unknown): Outcome {
  const inner = listAt(suite, 'suites').map(playwrightSuite)
  const own = listAt(suite, 'specs').flatMap((spec) =>
    listAt(spec, 'tests').map((test) => playwrightTest(spec, test)),
  )
  return [...inner, ...own].reduce(addOutcomes, nothingRan)
}

function playwrightTest(spec: unknown, test: unknown): Outcome {
  if (at(test, 'status') === 'expected') return { ...nothingRan, passed: 1 }
  const isMeantToSkip = at(test, 'status') === 'skipped' && at(test, 'expectedStatus') === 'skipped'
  if (isMeantToSkip) return { ...nothingRan, skipped: 1 }
  const name = `[${at(test, 'projectName')}] ${at(spec, 'file')}:${at(spec, 'line')} › ${at(spec, 'title')}`
  const results = listAt(test, 'results')
  const said = results.flatMap((result) => listAt(result, 'errors')).map((error) => at(error, 'message'))
  const shown = results.flatMap((result) => listAt(result, 'attachments')).flatMap(pageShown)
  const told = failure(name, said.length > 0 ? said : ['It did not run.'])
  return { ...nothingRan, failures: [[told, ...shown].join('\n')] }
}

const mostLinesOfPage = 60

/** What stood on the page when a journey failed, as a reader hears it: Playwright writes it down in a file beside the picture. */
function pageShown(attachment: unknown): readonly string[] {
  const path = at(attachment, 'path')
  if (at(attachment, 'name') !== 'error-context' || typeof path !== 'string') return []
  const page = /^# Page snapshot\n+```yaml\n([\s\S]*?)\n```/m.exec(readIfThere(path))?.[1]
  if (page === undefined) return []
  const lines = page.split('\n').slice(0, mostLinesOfPage)
  return ['    The page:', ...lines.map((line) => `      ${line}`)]
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Enough to know what it was, and no more than fits beside the others. */
const mostLines = 30

function failure(name: string, said: readonly unknown[]): string {
  const lines = said.flatMap((text) =>
    typeof text === 'string' ? stripVTControlCharacters(text).split('\n') : [],
  )
  return [name, ...lines.slice(0, mostLines).map((line) => `    ${line}`)].join('\n')
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

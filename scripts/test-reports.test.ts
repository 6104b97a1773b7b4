import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCheckReport, readPlaywrightReport, readVitestReport } from './test-reports.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kapao-reports-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function report(content: unknown): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('a check that failed is told with what it said', () => {
  const path = report({ passed: 2, failures: ['lint\n    a.ts: no'] })
  expect(readCheckReport(path)).toEqual({ passed: 2, skipped: 0, failures: ['lint\n    a.ts: no'] })
})

test('a test of Vitest that failed is told with its file and its reason', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'one' },
    { status: 'failed', fullName: 'two', failureMessages: ['AssertionError: 1 is not 2\n at two.ts:3'] },
    { status: 'pending', fullName: 'three' },
  ]
  const path = report({ testResults: [{ status: 'failed', name: 'sum.test.ts', assertionResults }] })
  expect(readVitestReport(path)).toEqual({
    passed: 1,
    skipped: 1,
    failures: ['sum.test.ts › two\n    AssertionError: 1 is not 2\n     at two.ts:3'],
  })
})

test('of a file that broke each test counts as failed, and the file’s own reason is told', () => {
  const unrun = { status: 'skipped', failureMessages: [] }
  const assertionResults = [
    { ...unrun, fullName: 'one' },
    { ...unrun, fullName: 'two' },
  ]
  const broken = (results: unknown[]) =>
    readVitestReport(
      report({
        testResults: [
          { status: 'failed', name: 'sum.test.ts', message: 'no database', assertionResults: results },
        ],
      }),
    )
  expect(broken(assertionResults)).toMatchObject({ passed: 0, skipped: 0 })
  expect(broken(assertionResults).failures).toHaveLength(2)
  expect(broken([]).failures).toEqual(['sum.test.ts\n    no database'])
})

test('of a journey that failed it is told what stood on the page', () => {
  const path = join(folder, 'error-context.md')
  writeFileSync(
    path,
    '# Test info\n\n# Page snapshot\n\n```yaml\n- dialog:\n  - button "OK"\n```\n\n# Test source\n',
  )
  const attachments = [
    { name: 'screenshot', path: join(folder, 'none.png') },
    { name: 'error-context', path },
    { name: 'error-context', path: join(folder, 'gone.md') },
  ]
  const results = [{ errors: [{ message: 'Timeout' }], attachments }]
  const spec = {
    title: 'pays',
    file: 'pay.spec.ts',
    line: 3,
    tests: [{ status: 'unexpected', projectName: 'laos', results }],
  }
  expect(readPlaywrightReport(report({ suites: [{ specs: [spec] }] })).failures).toEqual([
    '[laos] pay.spec.ts:3 › pays\n    Timeout\n    The page:\n      - dialog:\n        - button "OK"',
  ])
})

test('a journey that failed, one that did not run and a crash outside of all are told; one that is meant to be left out is not', () => {
  const journey = (title: string, outcome: object) => ({
    title,
    file: 'home.spec.ts',
    line: 7,
    tests: [{ projectName: 'laos', expectedStatus: 'passed', results: [], ...outcome }],
  })
  const specs = [
    journey('goes', { status: 'expected' }),
    journey('breaks', {
      status: 'unexpected',
      results: [{ errors: [{ message: 'nothing to \u001b[31mtap\u001b[39m' }] }],
    }),
    journey('waits', { status: 'skipped' }),
    journey('rests', { status: 'skipped', expectedStatus: 'skipped' }),
  ]
  const path = report({ errors: [{ message: 'no browser' }], suites: [{ suites: [{ specs }] }] })
  expect(readPlaywrightReport(path)).toEqual({
    passed: 1,
    skipped: 1,
    failures: [
      'Outside of every test\n    no browser',
      '[laos] home.spec.ts:7 › breaks\n    nothing to tap',
      '[laos] home.spec.ts:7 › waits\n    It did not run.',
    ],
  })
})

test('a report that cannot be read is no success', () => {
  expect(() => readVitestReport(join(folder, 'none.json'))).toThrow('no readable report')
  expect(() => readCheckReport(report({}))).toThrow('does not say')
})

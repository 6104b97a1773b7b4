import { expect, test } from 'vitest'
import { readRecords } from './processes.ts'

const record = { name: 'api', pid: 4711, identity: 'boot:4711:1' }

test.each([
  ['', []],
  ['[{"name":"api","pi', []],
  ['null', []],
  [JSON.stringify([{ name: 'api' }, null, record]), [record]],
])('a damaged list of processes names those that can be read: %s', (text, records) => {
  expect(readRecords(text)).toEqual(records)
})

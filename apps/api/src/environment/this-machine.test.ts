import { expect, it } from 'vitest'
import { isDatabaseHere, isThisMachine } from './this-machine.ts'

it.each([
  'localhost',
  '127.0.0.1',
  '127.0.0.2',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '/var/run/postgresql',
])('%s is this machine', (host) => {
  expect(isThisMachine(host)).toBe(true)
})

// The last ones lead here on most machines, which is not surely enough to do without a certificate.
it.each([
  'db.example',
  '10.0.0.1',
  '128.0.0.1',
  '::2',
  '[fd00::1]',
  '127.0.0.1.example',
  '127.0.0.256',
  'localhost.example',
  '',
  'localhost.',
  '127.1',
  '0.0.0.0',
])('%s is not, or not surely', (host) => {
  expect(isThisMachine(host)).toBe(false)
})

it.each([
  ['postgres://kapao@127.0.0.1/kapao', {}, true],
  ['postgres://kapao@127.0.0.1/kapao', { PGHOST: 'db.example' }, true],
  ['postgres://kapao@db.example/kapao', { PGHOST: '127.0.0.1' }, false],
  ['postgres:///kapao', {}, true],
  ['postgres:///kapao', { PGHOST: '/var/run/postgresql' }, true],
  ['postgres:///kapao', { PGHOST: 'db.example' }, false],
])('the database of %s with %o is here: %s', (url, environment, isHere) => {
  expect(isDatabaseHere(url, environment)).toBe(isHere)
})

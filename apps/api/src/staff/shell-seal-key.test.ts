import { expect, it } from 'vitest'
import { readSealKeys } from '../environment/config.ts'
import { readShellSealKeys } from './shell-seal-key.ts'

function read(databaseUrl: string, environment: NodeJS.ProcessEnv = {}) {
  const said: string[] = []
  return { key: readShellSealKeys(environment, databaseUrl, (line) => said.push(line)), said }
}

it.each([
  'postgres://kapao:secret@127.0.0.1:5433/kapao',
  'postgres://kapao@localhost/kapao',
  'postgres://kapao@[::1]/kapao',
  'postgresql://kapao@/kapao?host=/var/run/postgresql',
  'postgresql:///kapao',
])('the key that everybody knows is taken, and told, for a database of this machine: %s', (url) => {
  const { key, said } = read(url)
  expect(key).toEqual(readSealKeys({}))
  expect(said.join()).toContain('KAPAO_SEAL_SECRET is not set here')
})

it.each([
  ['postgres://kapao:secret@db/kapao', {}],
  ['postgres://kapao@127.0.0.1.example/kapao', {}],
  ['postgresql://kapao@/kapao?host=10.0.0.7', {}],
  ['postgresql:///kapao', { PGHOST: 'db' }],
  ['postgres://kapao@db/kapao', { KAPAO_SEAL_SECRET: 'kapao-seal' }],
])('it is refused for another machine’s: %s %o', (url, environment) => {
  expect(() => read(url, environment)).toThrow(/^KAPAO_SEAL_SECRET is not set here.*Nothing was changed/)
})

it('a secret of one’s own is taken for any, without a word', () => {
  const own = { KAPAO_SEAL_SECRET: 'a secret of our own' }
  const { key, said } = read('postgres://kapao@db/kapao', own)
  expect(key).toEqual(readSealKeys(own))
  expect(key).not.toEqual(readSealKeys({}))
  expect(said).toEqual([])
})

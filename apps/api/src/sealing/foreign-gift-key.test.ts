import { expect, it } from 'vitest'
import { refuseForeignGiftKey } from './foreign-gift-key.ts'

const HERE = 'postgres://kapao@127.0.0.1:5433/kapao'
const ELSEWHERE = 'postgres://kapao:secret@db/kapao'

function check(databaseUrl: string, environment: NodeJS.ProcessEnv = {}): string[] {
  const said: string[] = []
  refuseForeignGiftKey(environment, databaseUrl, (line) => said.push(line))
  return said
}

it('without a secret of one’s own nothing is compared with another machine’s books', () => {
  for (const environment of [{}, { KAPAO_SEAL_SECRET: '' }, { KAPAO_SEAL_SECRET: 'kapao-seal' }])
    expect(() => check(ELSEWHERE, environment)).toThrow(/^KAPAO_SEAL_SECRET is not set.*Nothing was compared/)
})

it('with this machine’s it is told', () => {
  expect(check(HERE).join()).toContain('KAPAO_SEAL_SECRET is not set here')
})

it('with one’s own there is nothing to say, whichever of the two it is', () => {
  for (const name of ['KAPAO_SEAL_SECRET', 'KAPAO_GIFT_SECRET'])
    for (const url of [HERE, ELSEWHERE]) expect(check(url, { [name]: 'a secret of our own' })).toEqual([])
})

// The secret of gift links is replaced while pages that were built with the one before are open.
import { randomBytes } from 'node:crypto'
import { redeemTruelink } from '@kapao/contract/truelink'
import { sealLink } from '@kapao/contract/truelink-seal'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { startTestServer, TestServer } from '../../test/server.ts'
import { readConfig } from '../environment/config.ts'
import { buildApp } from '../http/app.ts'

const [old, next] = ['the-gift-secret-of-before', 'the-next-gift-secret']

let server: TestServer
let changed: TestServer

beforeAll(async () => {
  server = await startTestServer()
  const { database, operator, gateways, files, reader, log } = server
  const config = readConfig({
    DATABASE_URL: server.config.databaseUrl,
    KAPAO_FILES: server.config.filesFolder,
    KAPAO_LOG_LEVEL: 'silent',
    KAPAO_TRUELINK_SECRET: next,
    KAPAO_TRUELINK_SECRET_OTHER: old,
  })
  const app = await buildApp({ config, database, operator, gateways, takesAll: true })
  const stop = () => app.close()
  changed = new TestServer({ app, config, database, operator, gateways, files, reader, log, stop })
})
afterAll(async () => {
  await server.proveBooks()
  await changed.stop()
  await server.stop()
})

it.each([
  ['before', old],
  ['after', next],
])('a gift is taken from a page that was built %s', async (_when, secret) => {
  const member = await server.member()
  const code = `GIFT${randomBytes(9).toString('hex')}`
  server.gateways.vouchers.issue(code, parseDecimal('20.00'))
  const link = await sealLink(secret, `https://gift.truemoney.com/campaign/?v=${code}`)
  const answer = await changed.ask(redeemTruelink, { body: { link }, token: member.token })
  expect(answer).toMatchObject({ ok: true, status: 200 })
  expect(await server.balance(member)).toBe(parseDecimal('20.00'))
})

it('a link under a third secret is none', async () => {
  const { token } = await server.member()
  const link = await sealLink('no secret of ours', 'https://gift.truemoney.com/campaign/?v=ANY')
  const answer = await changed.ask(redeemTruelink, { body: { link }, token })
  expect(answer).toMatchObject({ status: 400, message: 'TRUELINK_INVALID' })
})

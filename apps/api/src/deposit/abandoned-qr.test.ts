import { createQr } from '@kapao/contract/qrcode'
import { expect, it, vi } from 'vitest'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
onTestServer(async (started) => {
  server = started
  member = await server.member()
})

const create = (key: string) =>
  server.ask(createQr, { params: { provider: 'KBANK' }, body: { amount: 100 }, token: member.token, key })

it('a code is made anew for the intent of one that a process has died over', async () => {
  const key = crypto.randomUUID()
  const openQr = vi
    .spyOn(server.gateways.bank, 'openQr')
    .mockRejectedValueOnce(new Error('the process is gone'))
  expect(await create(key)).toMatchObject({ ok: false, status: 500 })
  await server.database.query(`update intent set created_at = now() - interval '26 seconds' where key = $1`, [
    key,
  ])
  await server.database.query(
    `update qr_code set created_at = now() - interval '26 seconds' where member_id = $1`,
    [member.id],
  )
  expect(await create(key)).toMatchObject({ ok: true, answer: { hasQrcode: true } })
  openQr.mockRestore()
  expect(await create(key)).toMatchObject({ isReplay: true, answer: { hasQrcode: true } })
})

import { registerAccount } from '@kapao/contract/account'
import { activateBonus } from '@kapao/contract/bonus'
import { listInviteBanners, listInvites, receiveInviteBonus } from '@kapao/contract/invite'
import { login } from '@kapao/contract/login'
import { getWallet } from '@kapao/contract/wallet'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { activeBonus, openGame, proveBonuses, putIn, statementsOf } from '../../test/bonuses.ts'
import { formOf } from '../../test/members.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { maskName } from './mask-name.ts'

let server: TestServer
let inviter: TestMember
let code: string

onTestServer((started) => {
  server = started
}, proveBonuses)
beforeEach(async () => {
  inviter = await server.member()
  const { profile } = await server.give(getWallet, { token: inviter.token })
  code = `PR${profile._id}`
})

/** Registers a friend by the link of the inviter, as a member that can pay in. */
async function friend(inviteCode = code, name = 'Malee Rakdee'): Promise<TestMember> {
  const phone = await server.verifiedPhone()
  const form = { ...formOf(server, phone), name, inviteCode }
  await server.give(registerAccount, { body: form })
  const { token } = await server.give(login, { body: { username: phone, password: form.password } })
  const [row] = await server.database.query<{ id: bigint }>('select id from member where username = $1', [
    phone,
  ])
  if (!row) throw new Error('the friend was not registered')
  return { ...form, id: row.id, token, phone }
}

/** Writes a setting as an operator's tool might, however wrong. */
const write = (name: string, value: string) =>
  server.database.query('update operator_setting set value = $2 where name = $1', [name, value])

const receive = (key?: string) =>
  server.ask(receiveInviteBonus, { token: inviter.token, ...(key !== undefined && { key }) })
const waiting = async () => (await server.give(getWallet, { token: inviter.token })).invite
const rows = (page = 1, limit = 10) =>
  server.give(listInvites, { body: { page, limit }, token: inviter.token })

describe('a friend', () => {
  it('earns the inviter a share of the first deposit, and of no other', async () => {
    const malee = await friend()
    expect(await waiting()).toEqual({ amount: 0n, success: 200, fail: 10 })
    await server.payIn(malee, '500.00')
    await server.payIn(malee, '900.00')
    expect((await waiting()).amount).toBe(parseDecimal('50.00'))
    expect(await rows()).toMatchObject({
      total: 1,
      invites: [{ from: { name: 'M*** R***' }, amount: parseDecimal('50.00') }],
    })
  })

  it('that has deposited is told as such, also when that earned nothing', async () => {
    const malee = await friend()
    expect((await rows()).invites[0]).not.toHaveProperty('depositedAt')
    await server.payIn(malee, '0.05')
    expect((await rows()).invites).toMatchObject([{ amount: 0n, depositedAt: expect.any(String) }])
  })

  it('counts once, also when the first deposits come at the same moment', async () => {
    const malee = await friend()
    await Promise.all(Array.from({ length: 5 }, () => server.payIn(malee, '500.00')))
    expect((await waiting()).amount).toBe(parseDecimal('50.00'))
  })

  it.each<readonly ['invitePercent' | 'inviteActive', string]>([
    ['invitePercent', '"10"'],
    ['invitePercent', '-1'],
    ['invitePercent', '1e300'],
    ['inviteActive', '"perhaps"'],
    ['inviteActive', '7'],
  ])('pays in while %s is %s, which earns nothing', async (name, nonsense) => {
    const malee = await friend()
    const before = server.operator.current()[name]
    await write(name, nonsense)
    try {
      await server.payIn(malee, '500.00')
    } finally {
      await write(name, JSON.stringify(before))
    }
    expect(await server.balance(malee)).toBe(parseDecimal('500.00'))
    expect((await waiting()).amount).toBe(0n)
  })

  it.each(['', 'PR', 'PR0', 'nonsense', "PR' or 1=1", 'x'.repeat(400)])(
    'with the code %s is registered all the same, and invited by nobody',
    async (unknown) => {
      const malee = await friend(unknown)
      await server.payIn(malee, '500.00')
      expect(await rows()).toEqual({ total: 0, invites: [] })
    },
  )

  it('may have typed the code in small letters, or pasted with it what nobody sees', async () => {
    await friend(` ${code.toLowerCase()} `)
    await friend(`\u200b${code}\u2060`)
    expect((await rows()).total).toBe(2)
  })

  it('is listed newest first, page by page', async () => {
    for (const name of ['Ant', 'Bee', 'Cat']) await friend(code, name)
    const first = await rows(1, 2)
    expect(first).toMatchObject({
      total: 3,
      invites: [{ from: { name: 'C***' } }, { from: { name: 'B***' } }],
    })
    expect((await rows(2, 2)).invites).toMatchObject([{ from: { name: 'A***' } }])
  })
})

describe('receiving', () => {
  it('pays all that was earned, once, as bonus money under a condition', async () => {
    await server.payIn(inviter, '100.00')
    await server.payIn(await friend(), '500.00')
    await server.payIn(await friend(), '300.55')
    const key = crypto.randomUUID()
    expect(await receive(key)).toMatchObject({
      ok: true,
      answer: { message: 'INVITE_BONUS_SUCCESS', amount: parseDecimal('80.05') },
    })
    expect(await receive(key)).toMatchObject({ ok: true, isReplay: true })
    expect(await server.balance(inviter)).toBe(parseDecimal('180.05'))
    expect(await activeBonus(server, inviter)).toMatchObject({
      status: true,
      type: 'invite',
      base: parseDecimal('180.05'),
      successAt: parseDecimal('360.10'),
      failAt: parseDecimal('18.00'),
    })
    expect((await waiting()).amount).toBe(0n)
    expect((await statementsOf(server, inviter))[0]).toMatchObject({
      statementType: 'bonus',
      amount: parseDecimal('80.05'),
      invite: { description: 'โบนัสแนะนำเพื่อน' },
    })
  })

  it('fifty times at once pays once', async () => {
    await server.payIn(await friend(), '500.00')
    const answers = await Promise.all(Array.from({ length: 50 }, () => receive()))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await server.balance(inviter)).toBe(parseDecimal('50.00'))
  })

  it('is refused while a game that was given money is silent, and then pays on what was won there', async () => {
    await server.payIn(inviter, '300.00')
    const username = await openGame(server, inviter)
    await putIn(server, inviter, 300)
    const game = server.gateways.game('PG')
    game.play(username, parseDecimal('900.00'))
    await server.payIn(await friend(), '500.00')
    game.isDown = true
    const key = crypto.randomUUID()
    // A rule of ours, and no fault: whoever watches the server's failures has none to look for.
    expect(await receive(key)).toMatchObject({ status: 400, message: 'INVITE_BONUS_FAIL' })
    expect(await server.balance(inviter)).toBe(0n)
    expect((await waiting()).amount).toBe(parseDecimal('50.00'))
    game.isDown = false
    expect(await receive(key)).toMatchObject({ ok: true })
    expect(await activeBonus(server, inviter)).toMatchObject({ base: parseDecimal('1250.00') })
  })

  it('is not refused for the silence of a game that never had money', async () => {
    await openGame(server, inviter)
    await server.payIn(await friend(), '500.00')
    server.gateways.game('PG').isDown = true
    expect(await receive()).toMatchObject({ ok: true })
    server.gateways.game('PG').isDown = false
  })

  it('is refused when nobody was invited, when no friend has deposited, and when all was received', async () => {
    expect(await receive()).toMatchObject({ status: 400, message: 'NO_INVITE_BONUS' })
    const malee = await friend()
    expect(await receive()).toMatchObject({ status: 400, message: 'NO_INVITEE_PLAY_INFO' })
    await server.payIn(malee, '0.05')
    expect(await receive()).toMatchObject({ message: 'NO_INVITE_BONUS' })
    await server.payIn(await friend(), '500.00')
    await receive()
    expect(await receive()).toMatchObject({ status: 400, message: 'INVITE_COLLECT' })
  })

  it('is refused while another condition holds, and keeps what was earned', async () => {
    await server.payIn(await friend(), '500.00')
    await server.give(activateBonus, { params: { code: 'DAILY5' }, token: inviter.token })
    expect(await receive()).toMatchObject({ status: 409, message: 'BONUS_REMAINING' })
    expect((await waiting()).amount).toBe(parseDecimal('50.00'))
  })

  it('stays told while the operator has it switched off, and is received afterwards', async () => {
    await server.payIn(await friend(), '500.00')
    await server.set('inviteActive', false)
    try {
      expect((await waiting()).amount).toBe(parseDecimal('50.00'))
      expect(await receive()).toMatchObject({ status: 403, message: 'INVITE_INACTIVE' })
    } finally {
      await server.set('inviteActive', true)
    }
    expect(await receive()).toMatchObject({ ok: true })
  })

  it('is refused while the operator has it switched off, when nothing is earned either', async () => {
    await server.set('inviteActive', false)
    try {
      await server.payIn(await friend(), '500.00')
      expect(await receive()).toMatchObject({ status: 403, message: 'INVITE_INACTIVE' })
    } finally {
      await server.set('inviteActive', true)
    }
    expect((await waiting()).amount).toBe(0n)
  })
})

it('the banners are the operator’s', async () => {
  const { banners } = await server.give(listInviteBanners, { token: inviter.token })
  expect(banners).toMatchObject([{ image: '/art/banner-invite.svg' }])
})

it.each([
  ['สมชาย ใจดี', 'ส*** ใ***'],
  ['ນ້ອຍ', 'ນ້***'],
  ['A', 'A***'],
  ['\u200bสมชาย \u2060ใจดี', 'ส*** ใ***'],
])('the name %s is shown as %s', (name, masked) => {
  expect(maskName(name)).toBe(masked)
})

it('in Laos a share is whole kip, rounded down', async () => {
  const lao = await startTestServer('la')
  try {
    const [host, friend] = await Promise.all([1, 2].map(() => lao.member({ currency: 'LAK' })))
    if (!host || !friend) throw new Error('no members')
    await lao.database.query('insert into invite (invitee_id, inviter_id) values ($1, $2)', [
      friend.id,
      host.id,
    ])
    await lao.set('invitePercent', 7)
    const account = lao.operator
      .current()
      .accounts.find((one) => one.purpose === 'deposit' && one.mode === 'AUTO' && one.currency === 'LAK')
    if (!account) throw new Error('no account for kip')
    const to = { bankCode: account.bankCode, bankAccountNo: account.accountNo }
    const event = lao.transferEvent(friend, '54321.00', { to, currency: 'LAK' })
    expect(await lao.credit(event)).toBe('credited')
    // 7 % of 54,321 are 3,802.47.
    expect(await lao.give(receiveInviteBonus, { token: host.token })).toMatchObject({
      amount: parseDecimal('3802.00'),
    })
    expect(await lao.balance(host)).toBe(parseDecimal('3802.00'))
    await lao.proveBooks()
  } finally {
    await lao.stop()
  }
})

it('in Laos a friend of another currency is listed, and earns nothing', async () => {
  const lao = await startTestServer('la')
  try {
    const inKip = await lao.member({ currency: 'LAK' })
    const { profile } = await lao.give(getWallet, { token: inKip.token })
    const inBaht = await lao.member({ currency: 'BAHT' })
    await lao.database.query(
      `insert into invite (invitee_id, inviter_id) select $1, id from member where public_id = $2`,
      [inBaht.id, profile._id],
    )
    const account = lao.operator
      .current()
      .accounts.find((one) => one.purpose === 'deposit' && one.mode === 'AUTO' && one.currency === 'BAHT')
    if (!account) throw new Error('no account for baht')
    const to = { bankCode: account.bankCode, bankAccountNo: account.accountNo }
    expect(await lao.credit(lao.transferEvent(inBaht, '500.00', { to, currency: 'BAHT' }))).toBe('credited')
    expect(await lao.give(listInvites, { body: { page: 1, limit: 10 }, token: inKip.token })).toMatchObject({
      total: 1,
      invites: [{ amount: 0n }],
    })
  } finally {
    await lao.stop()
  }
})

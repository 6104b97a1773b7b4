import { activateGame, getGameAccount, getWallet, resetGamePassword } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  const provider = server.gateways.game('PG')
  provider.isDown = false
  provider.refusesAccounts = false
  provider.forgetsAnswers = 0
  vi.restoreAllMocks()
  member = await server.member()
})

const activate = (code: string) => server.ask(activateGame, { params: { code }, token: member.token })
const reset = (code: string) => server.ask(resetGamePassword, { params: { code }, token: member.token })
const account = (code: string) => server.ask(getGameAccount, { params: { code }, token: member.token })
const given = (code: string) => server.give(getGameAccount, { params: { code }, token: member.token })

async function isShownActive(code: string): Promise<boolean | undefined> {
  const { slots } = await server.give(getWallet, { token: member.token })
  return slots.find((slot) => slot.code === code)?.isActive
}

/** What we show must open the provider’s door. */
async function expectRightPassword(code: string): Promise<void> {
  const { username, password } = await given(code)
  expect(server.gateways.game(code).passwords.get(username)).toBe(password)
}

describe('opening a game account', () => {
  it('opens it at the provider, and shows the name and password that open it', async () => {
    expect(await isShownActive('PG')).toBe(false)
    expect(await activate('PG')).toMatchObject({ answer: { message: 'SUCCESS' } })
    expect(await isShownActive('PG')).toBe(true)
    await expectRightPassword('PG')
    expect(await given('PG')).toMatchObject({ event: null })
  })

  it('gives each member a name of their own', async () => {
    await activate('PG')
    const mine = await given('PG')
    member = await server.member()
    await activate('PG')
    expect((await given('PG')).username).not.toBe(mine.username)
  })

  it('adopts the account that an earlier try opened, whose answer got lost', async () => {
    server.gateways.game('PG').forgetsAnswers = 1
    expect(await activate('PG')).toMatchObject({ message: 'GAME_ACTIVATION_FAIL' })
    expect(await isShownActive('PG')).toBe(false)
    expect(await activate('PG')).toMatchObject({ ok: true })
    await expectRightPassword('PG')
  })

  it('keeps the password sealed', async () => {
    await activate('PG')
    const { password } = await given('PG')
    const rows = await server.database.query<{ sealedPassword: Buffer }>(
      'select sealed_password from game_account',
    )
    expect(rows.some((row) => row.sealedPassword.includes(password))).toBe(false)
  })

  it('leads to one account with one right password when it is tapped five times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => activate('PG')))
    expect(answers.some((answer) => answer.ok)).toBe(true)
    for (const answer of answers) {
      if (!answer.ok) expect(answer.message).toBe('SLOT_ALREADY_ACTIVE')
    }
    await expectRightPassword('PG')
  })

  it('ends with the right password also when the first try’s answer comes last', async () => {
    const provider = server.gateways.game('PG')
    const release = provider.holdNextAccount()
    const slow = activate('PG')
    await provider.held
    const fast = await activate('PG')
    release()
    expect(fast).toMatchObject({ ok: true })
    await slow
    await expectRightPassword('PG')
  })

  it('ends with the right password also when the second try is told that the account is there, and its answer gets lost', async () => {
    const provider = server.gateways.game('PG')
    const setPassword = provider.setPassword.bind(provider)
    const release = provider.holdNextAccount()
    const first = activate('PG')
    await provider.held
    vi.spyOn(provider, 'setPassword').mockImplementationOnce(async (username, password) => {
      release()
      await expect.poll(() => isShownActive('PG')).toBe(true)
      await setPassword(username, password)
      return { kind: 'unknown', reason: 'down' }
    })
    expect(await activate('PG')).toMatchObject({ message: 'GAME_ACTIVATION_FAIL' })
    expect(await first).toMatchObject({ ok: true })
    await expectRightPassword('PG')
  })

  it('ends with the right password also when a process dies over an account that was there', async () => {
    const provider = server.gateways.game('PG')
    provider.forgetsAnswers = 1
    await activate('PG')
    vi.spyOn(provider, 'setPassword').mockImplementationOnce(async () => {
      throw new Error('the process is gone')
    })
    expect(await activate('PG')).toMatchObject({ ok: false, status: 500 })
    expect(await activate('PG')).toMatchObject({ message: 'SLOT_ALREADY_ACTIVE' })
    await expectRightPassword('PG')
  })

  it('opens nothing when the account is there and its provider refuses the password', async () => {
    const provider = server.gateways.game('PG')
    provider.forgetsAnswers = 1
    await activate('PG')
    vi.spyOn(provider, 'setPassword').mockResolvedValueOnce({ kind: 'refused', reason: 'NOT_FOUND' })
    expect(await activate('PG')).toMatchObject({ message: 'SLOT_ACTIVATE_FAIL' })
    expect(await isShownActive('PG')).toBe(false)
    expect(await activate('PG')).toMatchObject({ ok: true })
    await expectRightPassword('PG')
  })

  it('gives the form of the game whose web login is one', async () => {
    await activate('UFABET')
    expect(await given('UFABET')).toMatchObject({
      event: { action: 'https://games.example/login', fields: { token: 'form-token' } },
    })
  })

  it.each([
    ['a game that does not exist', 'NOPE', 'NO_GAME', 404],
    ['a game in lower case', 'pg', 'NO_GAME', 404],
    ['a name of the prototype', '__proto__', 'NO_GAME', 404],
  ])('is refused for %s', async (_what, code, message, status) => {
    expect(await activate(code)).toMatchObject({ ok: false, message, status })
    expect(await account(code)).toMatchObject({ ok: false, message, status })
    expect(await reset(code)).toMatchObject({ ok: false, message, status })
  })

  it('is refused a second time', async () => {
    await activate('PG')
    const before = await given('PG')
    expect(await activate('PG')).toMatchObject({ status: 409, message: 'SLOT_ALREADY_ACTIVE' })
    expect(await given('PG')).toEqual(before)
  })

  it('fails while the provider is down, and opens nothing', async () => {
    server.gateways.game('PG').isDown = true
    expect(await activate('PG')).toMatchObject({ message: 'GAME_ACTIVATION_FAIL' })
    expect(await account('PG')).toMatchObject({ message: 'SLOT_NO_ACCOUNT' })
  })

  it('fails when the provider refuses, and opens nothing', async () => {
    server.gateways.game('PG').refusesAccounts = true
    expect(await activate('PG')).toMatchObject({ message: 'SLOT_ACTIVATE_FAIL' })
    expect(await isShownActive('PG')).toBe(false)
  })

  it('is not possible for a game that is switched off', async () => {
    await server.database.query("update game set is_enabled = false where code = 'IMI'")
    await server.operator.reload()
    expect(await activate('IMI')).toMatchObject({ message: 'NO_GAME' })
    expect(await isShownActive('IMI')).toBeUndefined()
  })
})

describe('a HEAD request', () => {
  it('of a call that changes things changes nothing', async () => {
    const before = await isShownActive('PG')
    const response = await server.app.inject({
      method: 'HEAD',
      url: '/api/wallet/activate/PG',
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect(response.statusCode).toBe(404)
    expect(await isShownActive('PG')).toBe(before)
  })
})

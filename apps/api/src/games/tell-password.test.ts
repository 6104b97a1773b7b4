import { activateGame, getGameAccount, resetGamePassword } from '@kapao/contract/wallet'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { askingFor } from '../asker.ts'
import { InsideCall, Room } from '../http/room.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  const provider = server.gateways.game('PG')
  provider.isDown = false
  vi.restoreAllMocks()
  member = await server.member()
})

const activate = (code: string) => server.ask(activateGame, { params: { code }, token: member.token })
const reset = (code: string) => server.ask(resetGamePassword, { params: { code }, token: member.token })
const account = (code: string) => server.ask(getGameAccount, { params: { code }, token: member.token })
const given = (code: string) => server.give(getGameAccount, { params: { code }, token: member.token })

/** What we show must open the provider’s door. */
async function expectRightPassword(code: string): Promise<void> {
  const { username, password } = await given(code)
  expect(server.gateways.game(code).passwords.get(username)).toBe(password)
}

describe('a new password for a game', () => {
  it('is another one, and the provider has it', async () => {
    await activate('PG')
    const before = await given('PG')
    expect(await reset('PG')).toMatchObject({ answer: { message: 'SUCCESS' } })
    const after = await given('PG')
    expect(after.username).toBe(before.username)
    expect(after.password).not.toBe(before.password)
    await expectRightPassword('PG')
  })

  it('is the one shown when five were asked for at once', async () => {
    await activate('PG')
    await Promise.all(Array.from({ length: 5 }, () => reset('PG')))
    await expectRightPassword('PG')
  })

  it('is the one shown when the provider hears of one change late: the next waits for it', async () => {
    await activate('PG')
    const provider = server.gateways.game('PG')
    const told: string[] = []
    const setPassword = provider.setPassword.bind(provider)
    const late = Promise.withResolvers<void>()
    provider.setPassword = async (username, password) => {
      if (told.push(password) === 1) await late.promise
      return setPassword(username, password)
    }
    const first = reset('PG')
    await expect.poll(() => told).toHaveLength(1)
    const second = reset('PG')
    const isSecondEnded = vi.fn()
    void second.then(isSecondEnded)
    await given('PG')
    expect(told).toHaveLength(1)
    expect(isSecondEnded).not.toHaveBeenCalled()
    late.resolve()
    await Promise.all([first, second])
    expect(told).toHaveLength(2)
    await expectRightPassword('PG')
  })

  it('is waited for by five of one member, who take nobody’s room; one more is refused at once', async () => {
    await activate('PG')
    await server.database.query("update game_account set password_turn_until = now() + interval '60 s'")
    const room = new Room()
    const six = askingFor(new InsideCall([room]), () => Array.from({ length: 6 }, () => reset('PG')))
    expect(await Promise.race(six)).toMatchObject({
      status: 429,
      message: 'REQUEST_LIMIT',
      details: { retryAfter: 1 },
    })
    await expect.poll(() => room.atWork).toBe(0)
    await server.database.query('update game_account set password_turn_until = null')
    expect((await Promise.all(six)).filter(({ ok }) => ok)).toHaveLength(5)
    await expectRightPassword('PG')
  })

  it('can be asked for again after a process has ended in the middle of one', async () => {
    await activate('PG')
    await server.database.query("update game_account set password_turn_until = now() + interval '0.3 s'")
    expect(await reset('PG')).toMatchObject({ answer: { message: 'SUCCESS' } })
    await expectRightPassword('PG')
  })

  it('is not kept when the provider did not take it', async () => {
    await activate('PG')
    const before = await given('PG')
    server.gateways.game('PG').isDown = true
    expect(await reset('PG')).toMatchObject({ message: 'SLOT_RESET_PASSWORD_FAIL' })
    expect(await given('PG')).toEqual(before)
  })

  /** The provider takes the next password that it is told, and its answer gets lost; `isOver` when it does not answer again. */
  function loseAnswer({ isOver }: { readonly isOver: boolean }) {
    const provider = server.gateways.game('PG')
    const setPassword = provider.setPassword.bind(provider)
    vi.spyOn(provider, 'setPassword').mockImplementationOnce(async (username, password) => {
      await setPassword(username, password)
      provider.isDown = isOver
      return { kind: 'unknown', reason: 'down' }
    })
    return provider
  }

  it('whose answer got lost is taken back at once: the one shown is right', async () => {
    await activate('PG')
    const before = await given('PG')
    loseAnswer({ isOver: false })
    expect(await reset('PG')).toMatchObject({ message: 'SLOT_RESET_PASSWORD_FAIL' })
    await expectRightPassword('PG')
    expect(await given('PG')).toEqual(before)
  })

  it('that could not be taken back is so when the account is looked at, or another is asked for', async () => {
    await activate('PG')
    const before = await given('PG')
    const provider = loseAnswer({ isOver: true })
    expect(await reset('PG')).toMatchObject({ message: 'SLOT_RESET_PASSWORD_FAIL' })
    expect(provider.passwords.get(before.username)).not.toBe(before.password)
    expect(await given('PG')).toEqual(before)
    provider.isDown = false
    await expectRightPassword('PG')
    await server.database.query(
      "update game_account set password_late_until = password_late_until - interval '30 seconds'",
    )
    expect(await given('PG')).toEqual(before)
    const told = vi.mocked(provider.setPassword).mockClear()
    expect(await given('PG')).toEqual(before)
    expect(told).not.toHaveBeenCalled()
  })

  it('that a process has died over is taken back when the account is looked at', async () => {
    await activate('PG')
    const before = await given('PG')
    const provider = server.gateways.game('PG')
    vi.spyOn(provider, 'setPassword').mockImplementationOnce(async (username, password) => {
      provider.passwords.set(username, password)
      throw new Error('the process is gone')
    })
    expect(await reset('PG')).toMatchObject({ ok: false, status: 500 })
    expect(provider.passwords.get(before.username)).not.toBe(before.password)
    await expectRightPassword('PG')
    expect(await given('PG')).toEqual(before)
  })

  it.each([
    ['the kept one', 'lost'],
    ['another one', 'taken'],
  ])(
    'whose request comes after %s was taken is taken back when the account is looked at',
    async (_what, next) => {
      await activate('PG')
      const provider = server.gateways.game('PG')
      let arrive = () => {}
      vi.spyOn(provider, 'setPassword').mockImplementationOnce(async (username, password) => {
        arrive = () => provider.passwords.set(username, password)
        return { kind: 'unknown', reason: 'down' }
      })
      expect(await reset('PG')).toMatchObject({ message: 'SLOT_RESET_PASSWORD_FAIL' })
      await expectRightPassword('PG')
      if (next === 'taken') expect(await reset('PG')).toMatchObject({ ok: true })
      arrive()
      await expectRightPassword('PG')
    },
  )

  it('needs an account', async () => {
    expect(await reset('PG')).toMatchObject({ message: 'SLOT_NO_ACCOUNT' })
    expect(await account('PG')).toMatchObject({ message: 'SLOT_NO_ACCOUNT' })
  })
})

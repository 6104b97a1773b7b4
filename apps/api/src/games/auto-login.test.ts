import {
  autoLoginByPassword,
  autoLoginByUsername,
  passwordAutoLogins,
  usernameAutoLogins,
} from '@kapao/contract/auto-login'
import { activateGame, getGameAccount } from '@kapao/contract/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
let other: TestMember

beforeAll(async () => {
  server = await startTestServer()
  member = await server.member()
  other = await server.member()
  for (const provider of [...usernameAutoLogins, ...passwordAutoLogins]) {
    const params = { code: provider.toUpperCase() }
    await server.give(activateGame, { params, token: member.token })
    await server.give(activateGame, { params, token: other.token })
  }
})
afterAll(() => server.stop())

function accountOf(who: TestMember, provider: string) {
  return server.give(getGameAccount, { params: { code: provider.toUpperCase() }, token: who.token })
}

function byUsername(provider: string, username: string) {
  return server.ask(autoLoginByUsername, { params: { provider, username }, token: member.token })
}

function byPassword(provider: string, username: string, password: string) {
  return server.ask(autoLoginByPassword, { params: { provider, username, password }, token: member.token })
}

describe.each(usernameAutoLogins)('the auto-login of %s', (provider) => {
  it('gives the member’s own way in', async () => {
    const { username } = await accountOf(member, provider)
    expect(await byUsername(provider, username)).toMatchObject({
      ok: true,
      answer: { link: `https://games.example/play/${username}` },
    })
  })

  it('opens nobody else’s account', async () => {
    const { username } = await accountOf(other, provider)
    expect(await byUsername(provider, username)).toMatchObject({ ok: false, message: 'SLOT_NO_ACCOUNT' })
  })

  it('does not answer in the form with a password', async () => {
    const { username, password } = await accountOf(member, provider)
    expect(await byPassword(provider, username, password)).toMatchObject({ ok: false, message: 'NO_GAME' })
  })
})

describe.each(passwordAutoLogins)('the auto-login of %s', (provider) => {
  it('gives the member’s own way in', async () => {
    const { username, password } = await accountOf(member, provider)
    expect(await byPassword(provider, username, password)).toMatchObject({
      ok: true,
      answer: { link: `https://games.example/play/${username}` },
    })
  })

  it('wants the right password', async () => {
    const { username } = await accountOf(member, provider)
    expect(await byPassword(provider, username, 'wrong')).toMatchObject({ message: 'SLOT_NO_ACCOUNT' })
  })

  it('opens nobody else’s account, not even with its password', async () => {
    const { username, password } = await accountOf(other, provider)
    expect(await byPassword(provider, username, password)).toMatchObject({ message: 'SLOT_NO_ACCOUNT' })
  })

  it('does not answer without a password', async () => {
    const { username } = await accountOf(member, provider)
    expect(await byUsername(provider, username)).toMatchObject({ ok: false, message: 'NO_GAME' })
  })
})

describe('an auto-login', () => {
  it('says that the log-in failed, not that there is no account, when the provider does not answer', async () => {
    const { username } = await accountOf(member, 'pg')
    server.gateways.game('PG').isDown = true
    expect(await byUsername('pg', username)).toMatchObject({ status: 400, message: 'LOGIN_FAIL' })
    server.gateways.game('PG').isDown = false
    expect(await byUsername('pg', username)).toMatchObject({ ok: true })
  })

  it('of areaslot with another game’s username says so', async () => {
    const { username } = await accountOf(member, 'pg')
    expect(await byUsername('areaslot', username)).toMatchObject({ status: 400, message: 'NOT_AREASLOT' })
  })

  it('with another game’s username opens nothing elsewhere', async () => {
    const { username } = await accountOf(member, 'betflix')
    expect(await byUsername('pg', username)).toMatchObject({ message: 'SLOT_NO_ACCOUNT' })
  })

  it.each(['ufabet', 'nope', 'PG', '__proto__'])('does not exist for %s', async (provider) => {
    expect(await byUsername(provider, 'kpany')).toMatchObject({ message: 'NO_GAME' })
  })

  it.each(['', ' ', '%00', '../pg', 'x'.repeat(150), "' or 1=1 --", '\u0000'])(
    'with the username "%s" is refused',
    async (username) => {
      const answer = await byUsername('pg', username)
      expect(answer.ok).toBe(false)
      expect(answer.status).toBeLessThan(500)
    },
  )

  it('without an account is refused', async () => {
    const fresh = await server.member()
    const { username } = await accountOf(member, 'pg')
    expect(
      await server.ask(autoLoginByUsername, { params: { provider: 'pg', username }, token: fresh.token }),
    ).toMatchObject({ message: 'SLOT_NO_ACCOUNT' })
  })

  it('is refused when the provider gives no link', async () => {
    const { username } = await accountOf(member, 'pg')
    server.gateways.game('PG').isDown = true
    expect(await byUsername('pg', username)).toMatchObject({ ok: false, status: 400 })
    server.gateways.game('PG').isDown = false
  })
})

import { fromMinorUnits } from '@kapao/money/minor'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxForTests, type TestSandbox } from '../sandbox-for-tests.ts'
import { GAME_CODES } from './catalogue.ts'
import { type Dice, drawRound, resultOf } from './rounds.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await sandboxForTests()
  for (const code of GAME_CODES) {
    await sandbox.post(`/games/${code}/accounts`, { username: 'kp1', password: 'secret-1' })
    await sandbox.post(`/games/${code}/transfers`, {
      transferId: 'in',
      username: 'kp1',
      type: 'deposit',
      amount: 100,
    })
  }
})
afterAll(() => sandbox.stop())

function loaded(...throws: number[]): Dice {
  return () => throws.shift() ?? 0
}

async function logIn(code: string, password: string, token: string): Promise<Response> {
  const body = new URLSearchParams({ username: 'kp1', password, token })
  return fetch(`${sandbox.url()}/play/${code}/login`, { method: 'POST', body, redirect: 'manual' })
}

async function freshToken(code: string): Promise<string> {
  const page = await (await fetch(`${sandbox.url()}/play/${code}`)).text()
  return /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''
}

async function cookieFor(code: string): Promise<string> {
  const answer = await logIn(code, 'secret-1', await freshToken(code))
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

describe('draws', () => {
  it.each([
    ['slot', 'spin', [2, 2, 2], 1100n],
    ['slot', 'spin', [2, 1, 2], 50n],
    ['slot', 'spin', [0, 1, 2], -100n],
    ['casino', 'high', [12, 0], 100n],
    ['casino', 'high', [6, 0], -100n],
    ['casino', 'low', [6, 0], -100n],
    ['casino', 'low', [0, 0], 100n],
    ['sport', 'home', [44, 0, 0], 115n],
    ['sport', 'home', [45, 0, 0], -100n],
    ['sport', 'draw', [71, 1, 0], 230n],
    ['sport', 'away', [72, 1, 1], 240n],
    ['lotto', '07', [7], 8900n],
    ['lotto', '70', [7], -100n],
  ] as const)('%s %s with %j changes one credit by %s hundredths', (category, choice, throws, result) => {
    const draw = drawRound(category, choice, loaded(...throws))
    expect(draw && resultOf(fromMinorUnits(100n), draw)).toBe(result)
  })

  it.each([
    ['slot', 'home'],
    ['casino', ''],
    ['sport', 'spin'],
    ['lotto', '7'],
    ['lotto', '๐๗'],
  ] as const)('%s has no choice %j', (category, choice) => {
    expect(drawRound(category, choice)).toBeNull()
  })

  it('never pay a fraction of a hundredth', () => {
    const draw = drawRound('slot', 'spin', loaded(1, 1, 2))
    expect(draw && resultOf(fromMinorUnits(1n), draw)).toBe(0n)
  })
})

describe('the game page', () => {
  it.each(GAME_CODES)('%s opens with a login, and then shows the player and the credits', async (code) => {
    const cookie = await cookieFor(code)
    const page = await (await fetch(`${sandbox.url()}/play/${code}?lang=la`, { headers: { cookie } })).text()
    expect(page).toContain('<html lang="lo">')
    expect(page).toContain('kp1')
    expect(page).toContain('100.00')
    expect(page).not.toMatch(/<script(?![^>]*src=)/)
  })

  it('opens by its launch link once', async () => {
    const { link } = (await sandbox.post('/games/PG/accounts/kp1/launch')).body
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/play\/PG\?session=/)
    const opened = await fetch(String(link), { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/play/PG'])
    expect((await fetch(String(link), { redirect: 'manual' })).status).toBe(401)
  })

  it('of UFABET opens by the posted form that the provider hands out, once', async () => {
    expect((await sandbox.post('/games/UFABET/accounts/kp1/launch')).status).toBe(409)
    const form = (await sandbox.get('/games/UFABET/login-form')).body
    expect(form).toEqual({
      action: `${sandbox.url()}/play/UFABET/login`,
      fields: { token: expect.any(String) },
    })
    const fields = new URLSearchParams({ ...Object(form.fields), username: 'kp1', password: 'secret-1' })
    const post = () => fetch(String(form.action), { method: 'POST', body: fields, redirect: 'manual' })
    expect((await post()).status).toBe(303)
    expect((await post()).status).toBe(401)
  })

  it('lets nobody in with a wrong password, a made-up form or the password of before', async () => {
    expect((await logIn('IMI', 'wrong', await freshToken('IMI'))).status).toBe(401)
    expect((await logIn('IMI', 'secret-1', 'made-up')).status).toBe(401)
    await sandbox.call('PUT', '/games/IMI/accounts/kp1/password', { password: 'secret-2' })
    expect((await logIn('IMI', 'secret-1', await freshToken('IMI'))).status).toBe(401)
    expect((await logIn('IMI', 'secret-2', await freshToken('IMI'))).status).toBe(303)
  })

  it('plays rounds that change the balance at the provider, and none beyond it', async () => {
    const cookie = await cookieFor('HUAYHD')
    const round = async (stake: string, choice = '42', sent = cookie) => {
      const headers = { cookie: sent, 'content-type': 'application/json' }
      const body = JSON.stringify({ stake, choice })
      return fetch(`${sandbox.url()}/play/HUAYHD/round`, { method: 'POST', headers, body })
    }
    const { result } = v.parse(v.object({ result: v.number() }), await (await round('10')).json())
    const { body } = await sandbox.get('/control/games/HUAYHD/kp1')
    expect(body.balance).toBe(100 + result)
    expect([-10, 890]).toContain(result)
    for (const stake of ['0', '-1', '1.001', 'much', '']) expect((await round(stake)).status).toBe(400)
    expect((await round('10', '4')).status).toBe(400)
    expect((await round('100000')).status).toBe(409)
    expect((await round('1', '42', 'sandbox_huayhd=made-up')).status).toBe(401)
    expect((await sandbox.get('/control/games/HUAYHD/kp1')).body).toEqual(body)
  })
})

describe('the console', () => {
  it.each([
    ['th', 'จ่าย QR'],
    ['lo', 'ຈ່າຍ QR'],
    ['en', 'Pay a QR'],
  ])('speaks %s', async (lang, words) => {
    const page = await (await fetch(`${sandbox.url()}/?lang=${lang}`)).text()
    expect(page).toContain(words)
    expect(page).not.toMatch(/<script(?![^>]*src=)/)
  })

  it('escapes what comes from outside', async () => {
    const text = '<img src=x onerror=alert(1)>'
    await sandbox.post('/sms/messages', { messageId: 'x1', to: '0812345678', text })
    const { sms } = (await sandbox.get('/console/live?lang=en')).body
    expect(sms).toContain('&lt;img')
    expect(sms).not.toContain('<img')
  })
})

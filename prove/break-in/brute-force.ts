// Guessing: passwords and one-time codes, from many addresses at once, at two processes that know nothing of each other but the database.

import { setTimeout as wait } from 'node:timers/promises'
import { joinPlayer, type Player } from '../bank-test/players.ts'
import { at } from '../bank-test/wire.ts'
import type { Attack, Ground } from './attack.ts'
import { uncount } from './known.ts'

/** What the balancer of two processes says of who is asking. */
interface Front {
  readonly urls: readonly string[]
  ask(
    path: string,
    address: string,
    body: object,
  ): Promise<{ readonly status: number; readonly answer: unknown }>
}

function openFront(urls: readonly string[]): Front {
  let turn = 0
  return {
    urls,
    async ask(path, address, body) {
      turn += 1
      const response = await fetch(`${urls[turn % urls.length]}/api${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-requested-with': 'kapao',
          'x-forwarded-for': address,
        },
        body: JSON.stringify(body),
      })
      return { status: response.status, answer: await response.json() }
    },
  }
}

const address = (n: number) => `203.0.${Math.floor(n / 250)}.${(n % 250) + 1}`
const HOME = '198.51.100.7'
/** It ends what hangs. */
const TAKEN_BACK_WITHIN_MS = 120_000

/** A slow machine may need more than one of the minutes that are counted. */
const minutesSince = (startedAt: number) => 1 + Math.floor((performance.now() - startedAt) / 60_000)

/** How many of so many guesses were looked at; the others were turned away unread. */
async function judgedGuesses(front: Front, path: string, guesses: number, bodyOf: (n: number) => object) {
  const startedAt = performance.now()
  const answers = await Promise.all(
    Array.from({ length: guesses }, (_, n) => front.ask(path, address(n), bodyOf(n))),
  )
  const minutes = minutesSince(startedAt)
  const judged = answers.filter(({ answer }) => at(answer, 'message') === 'WRONG_CREDENTIAL').length
  // On a busy machine so many at once are more than it can do: a 503 was not looked at either.
  const turnedAway = answers.filter(
    ({ status, answer }) => status === 429 || (status === 503 && at(answer, 'message') === 'OVERLOADED'),
  ).length
  return { judged, turnedAway, most: 5 * minutes, isAll: judged + turnedAway === guesses }
}

/** A right log-in is taken back from the guesses a moment after its answer; from those that come next, if its own are forgotten before. */
async function hitsTakenBack({ database }: Ground): Promise<void> {
  const deadline = Date.now() + TAKEN_BACK_WITHIN_MS
  while (Date.now() < deadline) {
    const { rowCount } = await database.query(
      "select from rate_window where bucket like 'login%' and hits > 0 limit 1",
    )
    if (rowCount === 0) return
    await wait(20)
  }
  throw new Error('a right log-in was not taken back from the guesses')
}

async function guessAtMember(ground: Ground, front: Front, player: Player): Promise<string[]> {
  const { isShort, say } = ground
  const guesses = isShort ? 60 : 400
  const { phone, password } = player
  const findings: string[] = []
  const logIn = (from: string) => front.ask('/login', from, { username: phone, password })
  // What the attacks before guessed wrong is never taken back.
  await uncount(ground)
  if ((await logIn(HOME)).status !== 200) throw new Error('the member cannot log in')
  await hitsTakenBack(ground)
  await uncount(ground)
  const spellings = [phone, `+66${phone.slice(1)}`, ` ${phone.slice(0, 3)}-${phone.slice(3)}`]
  const { judged, turnedAway, most, isAll } = await judgedGuesses(front, '/login', guesses, (n) => ({
    username: spellings[n % spellings.length],
    password: `guess-${n}`,
  }))
  say(
    `${guesses} guesses at a member from as many addresses at ${front.urls.length} processes: ${judged} looked at, ${turnedAway} turned away`,
  )
  if (judged > most) findings.push(`${judged} guesses at one member were looked at within a minute`)
  if (!isAll) findings.push('a guess was answered with something else')
  // The minute begins anew, with all that was counted in it.
  await ground.database.query('update rate_window set started_at = now()')
  if ((await logIn('192.0.2.1')).status !== 429)
    findings.push('the right password among the guesses was tried')
  // Who guesses keeps nobody out: at home, where the member was in before, the way in is open.
  const home = await logIn(HOME)
  if (home.status !== 200) findings.push(`who guesses elsewhere keeps a member out at home: ${home.status}`)
  await uncount(ground)
  const startedAt = performance.now()
  const many = await Promise.all(
    Array.from({ length: 140 }, (_, n) =>
      front.ask('/login', '192.0.2.2', { username: `08${String(10_000_000 + n)}`, password: 'password' }),
    ),
  )
  const sprayed = many.filter(({ status }) => status === 401).length
  say(`one password tried at 140 members from one address: ${sprayed} looked at`)
  if (sprayed > 120 * minutesSince(startedAt))
    findings.push(`one address tried ${sprayed} members within a minute`)
  return findings
}

async function guessAtStaff(ground: Ground, front: Front): Promise<string[]> {
  await uncount(ground)
  const { judged, most, isAll } = await judgedGuesses(front, '/desk/login', 40, (n) => ({
    name: n % 2 === 0 ? 'demo-admin' : 'DEMO-ADMIN',
    password: `guess-${n}`,
  }))
  ground.say(`40 guesses at an admin from as many addresses: ${judged} looked at`)
  return judged > most || !isAll
    ? [`${judged} guesses at one of the staff were looked at within a minute`]
    : []
}

async function guessCode(ground: Ground, front: Front): Promise<string[]> {
  const { database, dice, say } = ground
  await uncount(ground)
  const phone = `08${String(dice.of('code').between(10_000_000, 99_999_999))}`
  let judged = 0
  let sends = 0
  for (let codes = 0; codes < 6; codes += 1) {
    await uncount(ground)
    const sent = await front.ask('/otp/send', address(codes), { phoneNumber: phone })
    const otpToken = at(sent.answer, 'otpToken')
    if (sent.status !== 200 || typeof otpToken !== 'string') break
    sends += 1
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        front.ask('/otp/verify', address(n), { otpToken, otpCode: String(n).padStart(6, '0') }),
      ),
    )
    judged += answers.filter(({ answer }) => at(answer, 'message') === 'OTP_CODE_INVALID').length
    // The fifth wrong one kills the code, and says so.
    judged += answers.some(({ answer }) => at(answer, 'message') === 'OTP_BLOCK') ? 1 : 0
  }
  const { rows } = await database.query<{ tries: number }>(
    'select coalesce(sum(wrong_tries), 0)::int as tries from otp where phone = $1',
    [phone],
  )
  const tries = rows[0]?.tries ?? 0
  say(`180 guesses at the codes of one phone: ${sends} codes, ${tries} guesses looked at, then it waits`)
  const findings = tries > 10 ? [`${tries} guesses at one phone’s codes were looked at`] : []
  if (sends > 2) findings.push(`after ${tries} wrong guesses a phone got its code number ${sends}`)
  if (judged > tries) findings.push('a guess was judged and not counted')
  return findings
}

const middle = (values: readonly number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)]?.toFixed(1)

/** Figures for whoever reads them; that both cost one verification is counted in login.test.ts, and by no clock. */
async function timeUnknown(ground: Ground, front: Front, { phone }: Player): Promise<void> {
  const times: Record<'member' | 'nobody', number[]> = { member: [], nobody: [] }
  for (let n = 0; n < (ground.isShort ? 10 : 100); n += 1) {
    for (const who of ['member', 'nobody'] as const) {
      if (n % 4 === 0) await uncount(ground)
      const username = who === 'member' ? phone : `08${String(90_000_000 + n)}`
      const startedAt = performance.now()
      await front.ask('/login', address(n), { username, password: 'wrong' })
      times[who].push(performance.now() - startedAt)
    }
  }
  for (const who of ['member', 'nobody'] as const) {
    const spread = [0.1, 0.5, 0.9].map((part) => middle(times[who], part)).join(' / ')
    ground.say(
      `a wrong password of ${who === 'member' ? 'a member' : 'nobody'}: ${spread} ms (10 / 50 / 90 of 100, ${times[who].length} tries)`,
    )
  }
}

async function run(ground: Ground): Promise<string[]> {
  const { stage, dice } = ground
  const trusted = { KAPAO_TRUSTED_PROXIES: '127.0.0.1' }
  const front = openFront([
    await stage.startApi('api-guessed-1', trusted),
    await stage.startApi('api-guessed-2', trusted),
  ])
  const player = await joinPlayer(stage, dice.of('brute-force'))
  const findings = [
    ...(await guessAtMember(ground, front, player)),
    ...(await guessAtStaff(ground, front)),
    ...(await guessCode(ground, front)),
  ]
  await timeUnknown(ground, front, player)
  await uncount(ground)
  return findings
}

export const bruteForce: Attack = {
  name: 'brute-force',
  holds:
    'many addresses and processes guess no more than one; who guesses keeps no member out where they were in before',
  run,
}

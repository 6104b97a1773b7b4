// The naughty through every field of every call: taken and given back as they were, or refused with a code of the catalogue.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRefusalCode } from '@kapao/contract/codes'
import { everyString as naughtyStrings } from '../../e2e/hostile/naughty.ts'
import { joinPlayer, type Player } from '../bank-test/players.ts'
import { at, demand } from '../bank-test/wire.ts'
import type { Attack, Ground } from './attack.ts'
import { targetsOf, trials } from './fields.ts'
import { dangerousIn } from './kept-links.ts'
import { deskCookie, uncount, unlimited } from './known.ts'
import { type Caller, type KeptField, keptFields, openRoom, type Reply, type Room } from './naughty-fields.ts'

/** In the short form each field is tried with every fortieth, other ones for each field. */
const SHORT_STEP = 40
const LANES = 8

async function ask(url: string, method: string, headers: object, body?: unknown): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      'x-requested-with': 'kapao',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  try {
    return { status: response.status, json: JSON.parse(text) }
  } catch {
    return { status: response.status, json: null }
  }
}

/** What is wrong with an answer, whatever was asked; null when it is a good one. */
export function faultOf({ status, json }: Reply): string | null {
  if (status >= 500) return `an error of the server: ${status} ${JSON.stringify(json)}`
  if (json === null) return `no JSON: ${status}`
  const message = at(json, 'message')
  if (status >= 400 && !(typeof message === 'string' && isRefusalCode(message)))
    return `no code of the catalogue: ${status} ${JSON.stringify(json).slice(0, 200)}`
  return null
}

const shown = (text: string) => JSON.stringify(text).slice(0, 100)

async function tryKept(
  { database }: Ground,
  field: KeptField,
  texts: readonly string[],
): Promise<{ kept: number; found: string[] }> {
  const found: string[] = []
  let kept = 0
  for (const text of texts) {
    // Nobody writes so fast.
    await uncount({ database })
    const reply = await field.write(text)
    const fault = faultOf(reply)
    if (fault !== null) found.push(`${field.name} ${shown(text)}: ${fault}`)
    if (reply.status !== 200) continue
    kept += 1
    const back = await field.read()
    if (back !== (field.kept?.(text) ?? text))
      found.push(`${field.name}: ${shown(text)} came back as ${JSON.stringify(back)?.slice(0, 100)}`)
  }
  return { kept, found }
}

/** Who asks, as each side of the calls: a member, somebody without a token, and an admin of the desk. */
export async function callerOf({ stage }: Ground, { token }: Player): Promise<Caller> {
  const cookie = await deskCookie(stage.apiUrl)
  const api = `${stage.apiUrl}/api`
  return {
    anyone: (method, path, body, more = {}) => ask(`${api}${path}`, method, more, body),
    member: (method, path, body, more = {}) =>
      ask(`${api}${path}`, method, { ...more, authorization: `Bearer ${token}` }, body),
    staff: (method, path, body, more = {}) => ask(`${api}${path}`, method, { ...more, cookie }, body),
  }
}

/** After so many requests nothing is counted any more: what is turned away for its number is not tried. */
const COUNTED_FOR = 4

async function everyField(
  { stage, database, isShort, say }: Ground,
  call: Caller,
  room: Room,
): Promise<string[]> {
  const found: string[] = []
  const fields = new Map<string, { tried: number; turnedAway: number }>()
  const targets = targetsOf(await demand(`${stage.apiUrl}/openapi.json`, 'GET'), room)
  const waiting = targets.flatMap((target, place) =>
    naughtyStrings
      .filter((_, index) => !isShort || (index + place) % SHORT_STEP === 0)
      .flatMap((text) => [...trials(target, text)].map((trial) => ({ target, text, trial }))),
  )
  const queue = waiting.entries()
  let cleared: Promise<unknown> = Promise.resolve()
  const lane = async () => {
    for (const [place, { target, text, trial }] of queue) {
      if (place % COUNTED_FOR === 0) {
        cleared = cleared.then(() => uncount({ database }))
        await cleared
      }
      const reply = await call[target.side](target.method, trial.path, trial.body)
      // Of a list of thousands nothing else would be read any more.
      const made = target.name === 'createCanned' ? at(reply.json, 'canned', 'cannedId') : undefined
      if (made !== undefined) await call.staff('DELETE', `/desk/canned/${made}`)
      const { tried, turnedAway } = fields.get(trial.what) ?? { tried: 0, turnedAway: 0 }
      fields.set(trial.what, { tried: tried + 1, turnedAway: turnedAway + Number(reply.status === 429) })
      const fault = faultOf(reply)
      if (fault !== null) found.push(`${trial.what} ${shown(text)}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  for (const [what, { tried, turnedAway }] of fields)
    if (turnedAway > tried / 2) found.push(`${what}: ${turnedAway} of ${tried} were not looked at`)
  const ofDesk = targets.filter(({ side }) => side === 'staff').length
  say(
    `${waiting.length} naughty requests through ${fields.size} fields of ${targets.length} calls, ${ofDesk} of them the desk's`,
  )
  return found
}

async function everyKept(ground: Ground, call: Caller, room: Room): Promise<string[]> {
  const found: string[] = []
  for (const [place, field] of keptFields(call, room).entries()) {
    // The first is no naughty one: a field that takes nothing proves nothing.
    const texts = [
      'mali',
      ...naughtyStrings.filter((_, index) => !ground.isShort || (index + place) % SHORT_STEP === 0),
    ]
    const tried = await tryKept(ground, field, texts)
    found.push(...tried.found)
    ground.say(`${field.name}: ${tried.kept} of ${texts.length} taken and given back, the others refused`)
    if (tried.kept === 0) found.push(`${field.name} took nothing at all`)
  }
  return found
}

/** What the API itself calls a failure. */
function failuresIn(folder: string): string[] {
  return readFileSync(join(folder, 'api.log'), 'utf8')
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line))
    .map((line) => `the log says ${line.slice(0, 300)}`)
}

export const naughty: Attack = {
  name: 'naughty',
  holds: 'every text is kept as it was written or refused with a code, in every field of every call',
  async run(ground) {
    const before = failuresIn(ground.stage.folder).length
    const player = await joinPlayer(ground.stage, ground.dice.of('naughty'))
    const found = await unlimited(ground, async () => {
      const call = await callerOf(ground, player)
      const room = await openRoom(call, player.phone)
      return [...(await everyField(ground, call, room)), ...(await everyKept(ground, call, room))]
    })
    found.push(...(await dangerousIn(ground.database)))
    return [...found, ...failuresIn(ground.stage.folder).slice(before)].slice(0, 40)
  },
}

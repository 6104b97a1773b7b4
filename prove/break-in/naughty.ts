// The naughty through every field of every call: taken and given back as they were, or refused with a code of the catalogue.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRefusalCode } from '@kapao/contract/codes'
import { everyString as naughtyStrings } from '../../e2e/hostile/naughty.ts'
import { type Described, describedCalls } from '../bad-input/document.ts'
import { joinPlayer, type Player } from '../bank-test/players.ts'
import { at, demand } from '../bank-test/wire.ts'
import type { Attack, Ground } from './attack.ts'
import { deskCookie, unlimited } from './known.ts'
import { type Caller, type KeptField, keptFields, type Reply } from './naughty-fields.ts'

/** In the short form each field is tried with every fortieth, other ones for each field. */
const SHORT_STEP = 40
const LANES = 8

export async function ask(url: string, method: string, headers: object, body?: unknown): Promise<Reply> {
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
    await database.query('delete from rate_window')
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

/** One request for every text field and every part of the path that the caller chooses. */
export function* trials(
  call: Described,
  text: string,
): Generator<{ path: string; body: unknown; what: string }> {
  const example = call.body?.isMultipart === false ? call.body.example : undefined
  const path = call.path.replace(/\{\w+\}/g, 'pg')
  const fields: [string, unknown][] =
    typeof example === 'object' && example !== null ? Object.entries(example) : []
  for (const [name, value] of fields) {
    if (typeof value !== 'string') continue
    yield { what: `${call.name}.${name}`, path, body: { ...Object.fromEntries(fields), [name]: text } }
  }
  if (!text.isWellFormed() || text === '' || text === '.' || text === '..') return
  for (const name of call.pathParameters) {
    const spoilt = call.path.replace(`{${name}}`, encodeURIComponent(text)).replace(/\{\w+\}/g, 'pg')
    yield { what: `${call.name}/{${name}}`, path: spoilt, body: example }
  }
}

async function everyField({ stage, isShort, say }: Ground, { token }: Player): Promise<string[]> {
  const found: string[] = []
  const fields = new Map<string, number>()
  const calls = describedCalls(await demand(`${stage.apiUrl}/openapi.json`, 'GET'))
  const waiting = calls.flatMap((call, place) =>
    naughtyStrings
      .filter((_, index) => !isShort || (index + place) % SHORT_STEP === 0)
      .flatMap((text) => [...trials(call, text)].map((trial) => ({ call, text, trial }))),
  )
  const queue = waiting.values()
  const lane = async () => {
    for (const { call, text, trial } of queue) {
      const headers = call.needsToken ? { authorization: `Bearer ${token}` } : {}
      const reply = await ask(`${stage.apiUrl}/api${trial.path}`, call.method, headers, trial.body)
      fields.set(trial.what, (fields.get(trial.what) ?? 0) + 1)
      const fault = faultOf(reply)
      if (fault !== null) found.push(`${trial.what} ${shown(text)}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  say(`${waiting.length} naughty requests through ${fields.size} fields of ${calls.length} calls`)
  return found
}

async function caller({ stage }: Ground, { token }: Player): Promise<Caller> {
  const cookie = await deskCookie(stage.apiUrl)
  const api = `${stage.apiUrl}/api`
  return {
    member: (method, path, body) => ask(`${api}${path}`, method, { authorization: `Bearer ${token}` }, body),
    staff: (method, path, body) => ask(`${api}${path}`, method, { cookie }, body),
  }
}

async function everyKept(ground: Ground, player: Player): Promise<string[]> {
  const call = await caller(ground, player)
  const found: string[] = []
  for (const [place, field] of (await keptFields(call, player.phone)).entries()) {
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
    const found = await unlimited(ground, async () => [
      ...(await everyField(ground, player)),
      ...(await everyKept(ground, player)),
    ])
    return [...found, ...failuresIn(ground.stage.folder).slice(before)].slice(0, 40)
  },
}

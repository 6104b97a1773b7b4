// Everybody who may ask a call: with nothing, with what was never given, with what does not hold any more, with what is another's.
import { createHash } from 'node:crypto'
import { joinPlayer, type Player } from '../bank-test/players.ts'
import { at, demand } from '../bank-test/wire.ts'
import type { Ground } from './attack.ts'

/** What a request carries to say who asks. */
export interface Asker {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Member extends Player {
  readonly id: string
  /** As the wire knows them. */
  readonly userId: string
}

export interface Askers {
  /** Whose things are asked for. */
  readonly owner: Member
  /** Who asks for them. */
  readonly stranger: Member
  readonly ofMembers: readonly Asker[]
  readonly ofDesk: readonly Asker[]
  readonly agent: Asker
}

const ours = { 'x-requested-with': 'kapao' }
const bearer = (token: string) => ({ ...ours, authorization: `Bearer ${token}` })
const cookie = (token: string) => ({ ...ours, cookie: `kapao_desk=${token}` })
const hashOf = (token: string) => createHash('sha256').update(token).digest()
const NEVER_GIVEN = 'x'.repeat(43)

async function newMember({ stage, database, dice }: Ground, name: string): Promise<Member> {
  const player = await joinPlayer(stage, dice.of(`access/${name}`))
  const { rows } = await database.query<{ id: string; user_id: string }>(
    'select id::text, public_id as user_id from member where username = $1',
    [player.phone],
  )
  const [row] = rows
  if (!row) throw new Error('the member did not join')
  return { ...player, id: row.id, userId: row.user_id }
}

async function logIn({ stage }: Ground, { phone, password }: Player): Promise<string> {
  const body = { username: phone, password }
  return String(at(await demand(`${stage.apiUrl}/api/login`, 'POST', { body }), 'token'))
}

async function expiredToken(ground: Ground, member: Member): Promise<string> {
  const token = await logIn(ground, member)
  const past = `update session set last_used_at = now() - interval '25 hours' where token_hash = $1`
  await ground.database.query(past, [hashOf(token)])
  return token
}

/** Ended by the member, from another device: a changed password ends every other session. */
async function revokedToken(ground: Ground, member: Member): Promise<string> {
  const stolen = await logIn(ground, member)
  const own = await logIn(ground, member)
  const body = { oldPassword: member.password, newPassword: `${member.password}-2` }
  await demand(`${ground.stage.apiUrl}/api/account/changepwd`, 'PUT', { token: own, body })
  return stolen
}

async function switchedOffToken(ground: Ground): Promise<string> {
  const member = await newMember(ground, 'switched off')
  await ground.database.query('update member set is_active = false where id = $1', [member.id])
  return member.token
}

async function deskToken({ stage }: Ground, name: string): Promise<string> {
  const response = await fetch(`${stage.apiUrl}/api/desk/login`, {
    method: 'POST',
    headers: { ...ours, 'content-type': 'application/json' },
    body: JSON.stringify({ name, password: 'kapao-desk-1' }),
  })
  const token = /kapao_desk=([\w-]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1]
  if (token === undefined) throw new Error(`${name} could not log in: ${response.status}`)
  return token
}

async function deskAskers(ground: Ground, memberToken: string): Promise<Asker[]> {
  const { stage, database } = ground
  const expired = await deskToken(ground, 'demo')
  const past = `update staff_session set last_used_at = now() - interval '13 hours' where token_hash = $1`
  await database.query(past, [hashOf(expired)])
  const out = await deskToken(ground, 'demo')
  await fetch(`${stage.apiUrl}/api/desk/logout`, { method: 'POST', headers: cookie(out) })
  const valid = await deskToken(ground, 'demo')
  return [
    { name: 'nothing', headers: ours },
    { name: 'a token never given', headers: cookie(NEVER_GIVEN) },
    { name: 'an expired one', headers: cookie(expired) },
    { name: 'one that logged out', headers: cookie(out) },
    { name: 'a member’s as cookie', headers: cookie(memberToken) },
    { name: 'a member’s', headers: bearer(memberToken) },
    { name: 'an agent’s as bearer', headers: bearer(valid) },
    { name: 'an agent’s, from another site', headers: { cookie: `kapao_desk=${valid}` } },
  ]
}

export async function newAskers(ground: Ground): Promise<Askers> {
  const owner = await newMember(ground, 'owner')
  const stranger = await newMember(ground, 'stranger')
  const expired = await expiredToken(ground, stranger)
  const changer = await newMember(ground, 'changer')
  const agent = await deskToken(ground, 'demo')
  return {
    owner,
    stranger,
    ofMembers: [
      { name: 'nothing', headers: ours },
      { name: 'a token never given', headers: bearer(NEVER_GIVEN) },
      { name: 'an expired one', headers: bearer(expired) },
      { name: 'a revoked one', headers: bearer(await revokedToken(ground, changer)) },
      { name: 'one switched off', headers: bearer(await switchedOffToken(ground)) },
      { name: 'a guest’s id', headers: bearer(crypto.randomUUID()) },
      { name: 'an agent’s', headers: bearer(agent) },
      { name: 'an agent’s cookie', headers: cookie(agent) },
    ],
    ofDesk: await deskAskers(ground, stranger.token),
    agent: { name: 'an agent’s', headers: cookie(agent) },
  }
}

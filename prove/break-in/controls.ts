// What was refused to another is there for its owner: without this, a refusal of what is not there at all would prove nothing. Then what has no
// call of its own: the rooms of the realtime line, and the key of another's intent.
import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { at, demand } from '../bank-test/wire.ts'
import type { Askers, Member } from './askers.ts'
import type { Ground } from './attack.ts'
import type { Things } from './others.ts'

/** It ends what hangs. */
const JOINS_WITHIN_MS = 120_000

/** What the realtime line says to who wants to hear of a room. */
async function join(url: string, room: string, token?: string): Promise<unknown> {
  const socket = io(url, {
    path: '/socket.io',
    transports: ['websocket'],
    forceNew: true,
    ...(token !== undefined && { auth: { token } }),
  })
  try {
    const ack: unknown = await socket.timeout(JOINS_WITHIN_MS).emitWithAck('join', room)
    return at(ack, 'ok') === true ? 'in' : at(ack, 'message')
  } finally {
    socket.disconnect()
  }
}

async function rooms(url: string, { owner, stranger }: Askers): Promise<string[]> {
  const prefix = String(at(await demand(`${url}/api/chat/config`, 'GET'), 'PREFIX'))
  const room = `${prefix}${owner.userId}`
  const said = [
    await join(url, room, owner.token),
    await join(url, room),
    await join(url, room, stranger.token),
    await join(url, room, 'x'.repeat(43)),
    await join(url, owner.userId, stranger.token),
  ]
  const wanted = ['in', 'UNAUTHORIZED', 'NOT_ALLOWED', 'invalid-token', 'BAD_REQUEST']
  return String(said) === String(wanted) ? [] : [`a member’s room was answered ${said}`]
}

/** The same key from two members is two intents. */
async function keys(url: string, { owner, stranger }: Askers): Promise<string[]> {
  const key = randomUUID()
  const send = (member: Member) =>
    fetch(`${url}/api/wallet/withdrawAll`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${member.token}`,
        'x-requested-with': 'kapao',
        'idempotency-key': key,
      },
    })
  await send(owner)
  const answer = await send(stranger)
  return answer.headers.has('idempotent-replay') ? ['a member was given the answer of another’s intent'] : []
}

export async function controls({ stage }: Ground, askers: Askers, things: Things): Promise<string[]> {
  const { token, userId } = askers.owner
  const api = `${stage.apiUrl}/api`
  const history = await demand(`${api}/chat/history`, 'POST', {
    token,
    body: { userId, guestId: '', skip: 0, limit: 10 },
  })
  const had = [
    JSON.stringify(history).includes('mine alone'),
    typeof at(await demand(`${api}/statement/slip/reference/${things.slip}`, 'GET', { token }), 'url') ===
      'string',
    at(
      await demand(`${api}/spinwheel/coupon/claim`, 'POST', { token, body: { coupon: things.coupon } }),
      'success',
    ) === true,
    at(
      await demand(`${api}/qrcode/KBANK`, 'DELETE', { token, body: { qrcodeId: things.qrcodeId } }),
      'message',
    ) !== undefined,
  ]
  const findings = had.every(Boolean) ? [] : [`the owner could not have what is theirs: ${had}`]
  return [...findings, ...(await rooms(stage.apiUrl, askers)), ...(await keys(stage.apiUrl, askers))]
}

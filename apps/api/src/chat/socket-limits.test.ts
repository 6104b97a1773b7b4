// How many sockets one room and one caller may have, and how much of their typing the desk is told.
import { randomUUID } from 'node:crypto'
import { DESK_NAMESPACE } from '@kapao/contract/desk-events'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Customer,
  conversationIdOf,
  Listener,
  listen,
  newAgent,
  newGuest,
  PREFIX,
  say,
  until,
} from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let address: string
const open: Listener[] = []

onTestServer(async (started) => {
  server = started
  address = await listen(server)
})
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

async function sitIn({ guestId }: Customer): Promise<Listener> {
  const listener = new Listener(address)
  open.push(listener)
  expect(await listener.join(PREFIX + guestId)).toEqual({ ok: true })
  return listener
}

it('a room holds twenty sockets: of more, those that were first hear nothing more, and are not hung up on', async () => {
  const guest = newGuest()
  const tabs: Listener[] = []
  for (let count = 0; count < 22; count += 1) tabs.push(await sitIn(guest))
  await say(server, guest, 'hello')
  await until(() => tabs.slice(2).every((tab) => tab.heard.length === 1), 'all but the first two hear it')
  for (const tab of tabs.slice(0, 2)) {
    expect(tab.heard).toEqual([])
    expect(tab.socket.connected).toBe(true)
  }
  expect(await tabs[0]?.join(PREFIX + guest.guestId)).toEqual({ ok: true })
})

describe('typing', () => {
  let desk: Socket
  let told: unknown[]
  beforeEach(async () => {
    const { cookie } = await newAgent(server)
    desk = io(address + DESK_NAMESPACE, {
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: { cookie },
    })
    told = []
    desk.on('typing', (what) => told.push(what))
    await new Promise<void>((resolve) => desk.once('connect', () => resolve()))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
    desk.disconnect()
  })

  /** Heard by the server: what a socket sends comes in its order. */
  const type = (one: Listener) => {
    one.socket.emit('typing')
    return one.socket.timeout(60_000).emitWithAck('join', 'no room')
  }
  const looks = (query: { readonly mock: { readonly calls: readonly (readonly unknown[])[] } }) =>
    query.mock.calls.filter(([text]) => String(text).includes('from chat_conversation where guest_id')).length

  it('is told once a second of a room, however many sockets say so, and whose it is is looked for once', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const guest = newGuest()
    await say(server, guest, 'hello')
    const typing = { conversationId: await conversationIdOf(server, guest), staff: null }
    const tabs = [await sitIn(guest), await sitIn(guest), await sitIn(guest)]
    const query = vi.spyOn(server.database, 'query')
    for (const tab of tabs) await type(tab)
    await until(() => told.length > 0, 'the desk is told')
    vi.setSystemTime(Date.now() + 1_001)
    for (const tab of tabs) await type(tab)
    await until(() => told.length > 1, 'the desk is told again')
    expect(told).toEqual([typing, typing])
    expect(looks(query)).toBe(1)
  })

  it('is passed over while anything waits for the database, and told afterwards', async () => {
    const guest = newGuest()
    await say(server, guest, 'hello')
    const tab = await sitIn(guest)
    const waiting = vi.spyOn(server.database, 'waiting').mockReturnValue(1)
    const query = vi.spyOn(server.database, 'query')
    await type(tab)
    expect(looks(query)).toBe(0)
    waiting.mockReturnValue(0)
    await type(tab)
    await until(() => told.length === 1, 'the desk is told')
  })

  it('of very many rooms at once is passed over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tabs: Listener[] = []
    for (let count = 0; count < 26; count += 1) {
      const tab = await sitIn(newGuest())
      for (let rooms = 0; rooms < 3; rooms += 1) await tab.join(PREFIX + randomUUID())
      tabs.push(tab)
    }
    vi.spyOn(server.database, 'waiting').mockReturnValue(0)
    // A second in which nobody has typed yet.
    vi.setSystemTime(Date.now() + 2_000)
    const query = vi.spyOn(server.database, 'query')
    for (const tab of tabs) await type(tab)
    expect(looks(query)).toBe(100)
  })
})

it('a caller has a third of all connections for sockets: an IPv6 address is counted by its network', async () => {
  const guarded = await startTestServer('th', {
    environment: { KAPAO_CONNECTIONS: '12', KAPAO_TRUSTED_PROXIES: '127.0.0.1' },
  })
  try {
    const there = await listen(guarded)
    const knock = async (from: string) => {
      const headers = { 'x-forwarded-for': from }
      const answer = await fetch(`${there}/socket.io/?EIO=4&transport=polling`, { headers })
      await answer.body?.cancel()
      return answer.status
    }
    const hosts = ['1', '2', '3', 'a:b', 'ffff']
    const answers: number[] = []
    for (const host of hosts) answers.push(await knock(`2001:db8:1:1::${host}`))
    expect(answers).toEqual([200, 200, 200, 200, 403])
    expect(await knock('2001:db8:1:2::1')).toBe(200)
  } finally {
    await guarded.stop()
  }
})

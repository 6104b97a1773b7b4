// Of notes, ends, assignments and read marks the desk hears by hints alone: where some may have been lost it has to ask for everything.
import { DESK_NAMESPACE } from '@kapao/contract/desk-events'
import { io, type Socket } from 'socket.io-client'
import { afterEach, expect, it, vi } from 'vitest'
import { listen, newAgent, until } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { announce } from './announce.ts'

let server: TestServer
let address: string
onTestServer(async (started) => {
  server = started
  address = await listen(server)
})

const opened: Socket[] = []

/** Answers how often it has connected: after each time a desk asks for everything. */
async function sitDown(): Promise<() => number> {
  const { cookie } = await newAgent(server)
  const desk = io(address + DESK_NAMESPACE, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 20,
    extraHeaders: { cookie },
  })
  opened.push(desk)
  let connects = 0
  desk.on('connect', () => {
    connects += 1
  })
  await until(() => connects === 1, 'the line')
  return () => connects
}

/** Answers how often that has happened. */
function failWhatAsks(of: string): () => number {
  const { database } = server
  const query = database.query.bind(database)
  let failed = 0
  vi.spyOn(database, 'query').mockImplementation((text, values) => {
    if (!text.includes(of)) return query(text, values)
    failed += 1
    return Promise.reject(new Error('the database was away'))
  })
  return () => failed
}

afterEach(() => {
  vi.restoreAllMocks()
  for (const desk of opened.splice(0)) desk.disconnect()
})

it('the desk comes anew when the line to the database was broken: what was told meanwhile nobody heard', async () => {
  const connects = await sitDown()
  await server.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kapao-listener' and datname = current_database()`,
  )
  await until(() => connects() === 2, 'the next line')
})

it('the desk comes anew when something that was told could not be handed to it', async () => {
  const connects = await sitDown()
  failWhatAsks('from chat_note')
  await announce(server.database, { note: 1n })
  await until(() => connects() === 2, 'the next line')
})

it('the desk stays where only a message could not be handed to it: that is looked for', async () => {
  const connects = await sitDown()
  const failed = failWhatAsks('chat_message_told')
  await announce(server.database, { messages: [[1n, 1]] })
  await until(() => failed() > 0, 'the failure')
  // Whoever comes after it is there later than who would have been sent away.
  await sitDown()
  expect(connects()).toBe(1)
  expect(opened[0]?.connected).toBe(true)
})

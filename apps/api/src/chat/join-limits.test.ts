// How many rooms one connection may be in, and how often it may ask for one in a minute.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Listener, listen, PREFIX } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'

let address: string
let listener: Listener

onTestServer(async (server) => {
  address = await listen(server)
})
beforeEach(() => {
  listener = new Listener(address)
})
afterEach(() => listener.close())

const newRoom = () => PREFIX + randomUUID()
const joined = { ok: true }

describe('a room', () => {
  it('asked for again and again is refused for the rest of the minute', async () => {
    const room = newRoom()
    for (let asked = 0; asked < 30; asked += 1) expect(await listener.join(room)).toEqual(joined)
    expect(await listener.join(room)).toEqual({ ok: false, message: 'REQUEST_LIMIT_1MIN' })
  })

  it('beside four others is refused', async () => {
    for (let rooms = 0; rooms < 4; rooms += 1) expect(await listener.join(newRoom())).toEqual(joined)
    expect(await listener.join(newRoom())).toEqual({ ok: false, message: 'NOT_ALLOWED' })
  })
})

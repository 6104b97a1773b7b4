import { DESK_NAMESPACE } from '@kapao/contract/desk-events'
import { io } from 'socket.io-client'
import { describe, expect, it } from 'vitest'
import { listen, newAgent } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import { startTestServer } from '../../test/server.ts'

let address: string
onTestServer(async (server) => {
  address = await listen(server)
})

describe('the customers’ line, by whose page asks', () => {
  const neighbour = 'https://wallet.example'
  const knock = async (origin: string | null, to = address) => {
    const headers = { ...(origin !== null && { origin }) }
    const answer = await fetch(`${to}/socket.io/?EIO=4&transport=polling`, { headers })
    await answer.body?.cancel()
    return answer.status
  }

  it('is open to our own pages and to what is no browser, and closed to other sites’ and to nobody’s', async () => {
    expect(await knock(address)).toBe(200)
    expect(await knock(null)).toBe(200)
    for (const origin of ['https://evil.example', neighbour, 'null', `${address}.evil.example`, 'x'])
      expect([origin, await knock(origin)]).toEqual([origin, 403])
  })

  it('is open to the pages that may call the API, and the desk’s is not, although their browser brings the cookie', async () => {
    const friendly = await startTestServer('th', { environment: { KAPAO_ALLOWED_ORIGINS: neighbour } })
    const { cookie } = await newAgent(friendly)
    const there = await listen(friendly)
    const atDesk = (origin: string) => {
      const extraHeaders = { cookie, origin }
      const socket = io(there + DESK_NAMESPACE, { transports: ['websocket'], forceNew: true, extraHeaders })
      return new Promise<string>((resolve) => {
        socket.once('connect', () => resolve('let in'))
        socket.once('connect_error', ({ message }) => resolve(message))
      }).finally(() => socket.disconnect())
    }
    try {
      expect(await knock(neighbour, there)).toBe(200)
      expect(await knock('https://evil.example', there)).toBe(403)
      expect(await atDesk(there)).toBe('let in')
      expect(await atDesk(neighbour)).toBe('NOT_ALLOWED')
    } finally {
      await friendly.stop()
    }
  })
})

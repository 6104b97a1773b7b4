import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { bodyOf, newAgent, newGuest } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { callerOf } from './caller.ts'

const MINUTE_MS = 60_000

describe('whom a limit by address counts', () => {
  it.each([
    ['an IPv4 address', '203.0.113.9', '203.0.113.9'],
    ['the IPv4 address that a socket for both writes as IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['the same in capitals', '::FFFF:203.0.113.9', '203.0.113.9'],
    ['the same in hexadecimal', '::ffff:cb00:7109', '203.0.113.9'],
    ['the same at full length', '0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['an IPv6 address', '2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:8d3::/64'],
    ['one with zeros left out after its network', '2001:db8:85a3:8d3::1', '2001:db8:85a3:8d3::/64'],
    ['one with zeros left out in its network', '2001:db8::1319:8a2e:370:7348', '2001:db8:0:0::/64'],
    ['the same with its zeros', '2001:db8:0:0:1319:8a2e:370:7348', '2001:db8:0:0::/64'],
    [
      'the same in capitals, with zeros before',
      '2001:0DB8:0000:0000:1319:8A2E:0370:7348',
      '2001:db8:0:0::/64',
    ],
    ['one that ends in zeros', '2001:db8:1::', '2001:db8:1:0::/64'],
    ['one of a network card', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['the machine itself', '::1', '0:0:0:0::/64'],
    ['nothing', '::', '0:0:0:0::/64'],
    ['what is no address', 'unknown', 'unknown'],
    ['what is no address either', 'a:b', 'a:b'],
  ])('%s', (_name, ip, caller) => {
    expect(callerOf(ip)).toBe(caller)
  })
})

describe('nobody is more callers by having a network of IPv6 addresses', () => {
  let server: TestServer
  onTestServer((started) => {
    server = started
  })

  const send = async (remoteAddress: string, url: string, payload: object) => {
    const headers = { 'x-requested-with': 'kapao' }
    const answer = await server.app.inject({ method: 'POST', url, payload, remoteAddress, headers })
    return answer.json().message
  }

  /** Ever another account, so that the address is all that they share. */
  const calls: readonly [string, string, () => object][] = [
    ['a log-in', '/api/login', () => ({ username: server.newPhone(), password: 'wrong' })],
    [
      'a log-in at the desk',
      '/api/desk/login',
      () => ({ name: `nobody-${randomUUID()}`, password: 'wrong' }),
    ],
    ['a code that is sent', '/api/otp/send', () => ({ phoneNumber: server.newPhone() })],
    [
      'a new guest of the chat',
      '/api/chat/send-message',
      () => bodyOf(newGuest(), { message_type: 'text', payload: { text: 'x' } }),
    ],
    ['a guest’s file', '/api/chat/upload-image', () => ({})],
  ]

  it.each(calls)('%s', async (_name, url, newPayload) => {
    expect(await send('2001:db8:1:1::1', url, newPayload())).not.toBe('REQUEST_LIMIT_1MIN')
    // What is counted over everybody would meet every address.
    await server.database.query("update rate_window set hits = 1000000 where bucket <> 'otp-all'")
    expect(await send('2001:db8:1:1:ffff:1:2:3', url, newPayload())).toBe('REQUEST_LIMIT_1MIN')
    expect(await send('2001:db8:1:2::1', url, newPayload())).not.toBe('REQUEST_LIMIT_1MIN')
  })

  it('a request of any kind', async () => {
    await server.set('requestsPerMinute', 3)
    // In the middle of a minute, so that none ends between two requests.
    vi.useFakeTimers({
      toFake: ['Date'],
      now: Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS / 2,
    })
    try {
      const answers: string[] = []
      for (const host of ['1', '2', 'a:b', 'ffff'])
        answers.push(await send(`2001:db8:2:1::${host}`, '/api/statement', {}))
      expect(answers).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED', 'REQUEST_LIMIT'])
      expect(await send('2001:db8:2:2::1', '/api/statement', {})).toBe('UNAUTHORIZED')
    } finally {
      vi.useRealTimers()
      await server.set('requestsPerMinute', 60_000)
    }
  })

  it('yet the desk’s trail names the whole address', async () => {
    const { name } = await newAgent(server)
    await send('2001:db8:1:1:ffff:1:2:3', '/api/desk/login', { name, password: 'wrong' })
    const [last] = await server.database.query<{ ip: string }>(
      'select ip from staff_audit order by id desc limit 1',
    )
    expect(last?.ip).toBe('2001:db8:1:1:ffff:1:2:3')
  })
})

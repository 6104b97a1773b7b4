import { describe, expect, it } from 'vitest'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'

let server: TestServer
onTestServer((started) => {
  server = started
})

describe('codes to ever other phones of one address are refused', () => {
  /** As a client at that address would: whether it was sent, or what it was refused with. */
  const sendFrom = async (remoteAddress: string, phoneNumber = server.newPhone()): Promise<string> => {
    const payload = { phoneNumber }
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/otp/send',
      payload,
      remoteAddress,
    })
    return answer.statusCode === 200 ? 'sent' : `${answer.statusCode} ${answer.json().message}`
  }
  /** As if so many had been sent from there in this minute. */
  const sentBefore = (address: string, hits: number) =>
    server.database.query(
      `insert into rate_window (bucket, started_at, hits) values ('otp-address:' || $1, now(), $2)`,
      [address, hits],
    )
  const tooMany = '429 REQUEST_LIMIT_1MIN'

  it('for the hundred and twenty-first time in a minute, from there alone', async () => {
    const before = server.gateways.sent.length
    const answers = await Promise.all(Array.from({ length: 130 }, () => sendFrom('203.0.113.5')))
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(120)
    expect(answers.filter((answer) => answer === tooMany)).toHaveLength(10)
    expect(server.gateways.sent).toHaveLength(before + 120)
    expect(await sendFrom('203.0.113.6')).toBe('sent')
    await server.database.query(`update rate_window set started_at = started_at - interval '61 seconds'`)
    expect(await sendFrom('203.0.113.5')).toBe('sent')
  })

  it('and no sooner for what was never sent', async () => {
    const phone = server.newPhone()
    await sentBefore('203.0.113.7', 116)
    for (let times = 0; times < 3; times += 1) expect(await sendFrom('203.0.113.7', phone)).toBe('sent')
    for (let times = 0; times < 3; times += 1) expect(await sendFrom('203.0.113.7', phone)).toBe(tooMany)
    const { phone: member } = await server.member()
    expect(await sendFrom('203.0.113.7', member)).toBe('409 EXISTING_USER')
    expect(await sendFrom('203.0.113.7', '12')).toBe('400 PHONE_NUMBER_REQUIRE_10_DIGIT')
    expect(await sendFrom('203.0.113.7', await server.verifiedPhone())).toBe('sent')
    expect(await sendFrom('203.0.113.7')).toBe('sent')
    expect(await sendFrom('203.0.113.7')).toBe(tooMany)
  })

  it('from all addresses together, and whoever got none is counted neither at its phone nor at its address', async () => {
    await server.database.query('delete from rate_window')
    await server.set('otpSendsOfAllPerMinute', 3)
    try {
      for (const host of ['1', '2', '3']) expect(await sendFrom(`203.0.113.1${host}`)).toBe('sent')
      const phone = server.newPhone()
      for (let times = 0; times < 4; times += 1) expect(await sendFrom('203.0.113.14', phone)).toBe(tooMany)
      const counted = await server.database.query(
        `select hits from rate_window where bucket in ('otp-address:203.0.113.14', 'otp:' || $1)`,
        [phone],
      )
      expect(counted).toEqual([{ hits: 0 }, { hits: 0 }])
      await server.set('otpSendsOfAllPerMinute', 600)
      expect(await sendFrom('203.0.113.14', phone)).toBe('sent')
    } finally {
      await server.set('otpSendsOfAllPerMinute', 600)
    }
  })

  it('and the phone can have its code elsewhere at once', async () => {
    const phone = server.newPhone()
    await sentBefore('203.0.113.8', 120)
    for (let times = 0; times < 4; times += 1) expect(await sendFrom('203.0.113.8', phone)).toBe(tooMany)
    expect(await sendFrom('203.0.113.9', phone)).toBe('sent')
  })
})

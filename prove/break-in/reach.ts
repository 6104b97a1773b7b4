// Addresses in everything that a caller can write, and a server of ours that must not hear of any: nothing that somebody else names is
// ever fetched by us.
import { createServer } from 'node:http'
import { sealLink } from '@kapao/contract/truelink-seal'
import { type Described, describedCalls } from '../bad-input/document.ts'
import { joinPlayer } from '../bank-test/players.ts'
import { demand } from '../bank-test/wire.ts'
import type { Attack, Ground } from './attack.ts'
import { deskCookie, unlimited } from './known.ts'
import { ask, faultOf, trials } from './naughty.ts'
import { keptFields } from './naughty-fields.ts'

interface Bait {
  readonly port: number
  readonly heard: string[]
  close(): Promise<void>
}

async function openBait(): Promise<Bait> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} by ${request.headers['user-agent'] ?? 'nobody'}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.on('connection', () => heard.push('a connection'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    heard,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** This machine by all its names, and ways around. */
const addressesOf = (port: number) => [
  `http://127.0.0.1:${port}/a`,
  `http://localhost:${port}/a`,
  `http://[::1]:${port}/a`,
  `http://[::ffff:127.0.0.1]:${port}/a`,
  `http://0:${port}/a`,
  `http://127.1:${port}/a`,
  `http://2130706433:${port}/a`,
  `http://0x7f000001:${port}/a`,
  `http://0177.0.0.1:${port}/a`,
  `http://gift.truemoney.com@127.0.0.1:${port}/campaign/?v=abc`,
  `https://127.0.0.1:${port}/campaign/?v=abc`,
  `//127.0.0.1:${port}/a`,
  `\\\\127.0.0.1:${port}\\a`,
  `http:127.0.0.1:${port}/a`,
  `ftp://127.0.0.1:${port}/a`,
  `gopher://127.0.0.1:${port}/_GET`,
  `@127.0.0.1:${port}/a`,
  `../../../@127.0.0.1:${port}`,
  `<img src="http://127.0.0.1:${port}/a">`,
  `<!DOCTYPE x SYSTEM "http://127.0.0.1:${port}/a">`,
]

/** What proxies and libraries take an address from. */
const headersOf = (url: string) => {
  const { host } = new URL(url)
  return {
    'x-forwarded-host': host,
    'x-original-url': url,
    'x-rewrite-url': url,
    forwarded: `host=${host}`,
    referer: url,
    origin: url,
    'x-callback-url': url,
    destination: url,
    traceparent: url,
  }
}

async function writeEverywhere({ stage }: Ground, calls: readonly Described[], token: string, text: string) {
  const found: string[] = []
  let sent = 0
  const more = URL.canParse(text) && /^http/.test(text) ? headersOf(text) : {}
  for (const call of calls) {
    for (const trial of trials(call, text)) {
      const headers = { ...more, ...(call.needsToken && { authorization: `Bearer ${token}` }) }
      const reply = await ask(`${stage.apiUrl}/api${trial.path}`, call.method, headers, trial.body)
      sent += 1
      const fault = faultOf(reply)
      if (fault !== null) found.push(`${trial.what} ${text}: ${fault}`)
    }
  }
  return { sent, found }
}

export const reach: Attack = {
  name: 'reach',
  holds: 'no address that somebody else names is fetched by any process of ours',
  async run(ground) {
    const { stage, secrets, isShort, say } = ground
    const bait = await openBait()
    try {
      const player = await joinPlayer(stage, ground.dice.of('reach'))
      const cookie = await deskCookie(stage.apiUrl)
      const calls = describedCalls(await demand(`${stage.apiUrl}/openapi.json`, 'GET'))
      const api = `${stage.apiUrl}/api`
      const ofMember = { authorization: `Bearer ${player.token}` }
      return await unlimited(ground, async () => {
        const found: string[] = []
        let sent = 0
        const addresses = addressesOf(bait.port)
        const call = {
          member: (method: string, path: string, body?: unknown) =>
            ask(`${api}${path}`, method, ofMember, body),
          staff: (method: string, path: string, body?: unknown) =>
            ask(`${api}${path}`, method, { cookie }, body),
        }
        const kept = await keptFields(call, player.phone)
        for (const [place, address] of addresses.entries()) {
          const some = isShort ? calls.filter((_, index) => index % 8 === place % 8) : calls
          const written = await writeEverywhere(ground, some, player.token, address)
          found.push(...written.found)
          sent += written.sent
          await ground.database.query('delete from rate_window')
          for (const field of kept.filter((_, index) => !isShort || index % 4 === place % 4))
            await field.write(address)
          const link = await sealLink(secrets.truelink, address)
          await ask(`${api}/wallet/truelink`, 'POST', ofMember, { link })
        }
        say(
          `${addresses.length} addresses of this machine in ${sent} requests and ${kept.length} kept texts: ${bait.heard.length} were followed`,
        )
        return [...found.slice(0, 20), ...bait.heard.slice(0, 20).map((one) => `it was followed: ${one}`)]
      })
    } finally {
      await bait.close()
    }
  },
}

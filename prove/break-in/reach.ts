// Addresses in everything that a caller can write, and a server of ours that must not hear of any: nothing that somebody else names is
// ever fetched by us.
import { createServer } from 'node:http'
import { sealLink } from '@kapao/contract/truelink-seal'
import { joinPlayer, type Player } from '../bank-test/players.ts'
import { demand } from '../bank-test/wire.ts'
import type { Attack, Ground } from './attack.ts'
import { type Target, targetsOf, trials } from './fields.ts'
import { dangerousIn } from './kept-links.ts'
import { uncount, unlimited } from './known.ts'
import { callerOf, faultOf } from './naughty.ts'
import { type Caller, keptFields, openRoom } from './naughty-fields.ts'

interface Bait {
  readonly port: number
  readonly heard: string[]
  close(): Promise<void>
}

async function openBait(): Promise<Bait> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} by ${request.headers['user-agent'] ?? 'nobody'}`)
    // Whoever comes is led on to where no caller gets by themselves.
    if (request.url === '/inside') response.end()
    else response.writeHead(302, { location: '/inside' }).end()
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
  `gopher://127.0.0.1:${port}/_POST%20/wallet`,
  `dict://127.0.0.1:${port}/stat`,
  `ws://127.0.0.1:${port}/socket.io/`,
  `jar:http://127.0.0.1:${port}/a!/b`,
  `@127.0.0.1:${port}/a`,
  `../../../@127.0.0.1:${port}`,
  `<img src="http://127.0.0.1:${port}/a">`,
  `<!DOCTYPE x SYSTEM "http://127.0.0.1:${port}/a">`,
]

/** Where a listener of ours cannot be: the files of the machine, and what a cloud tells those inside alone. */
const OUT_OF_HEARING = [
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  '/etc/passwd',
  'data:text/html,<script>top.ran(0)</script>',
  'javascript:top.ran(0)',
  'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  'http://0xa9fea9fe/latest/meta-data/',
  'http://2852039166/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://metadata.google.internal/computeMetadata/v1/',
]

/** The first line of such a file, and what a cloud's metadata say: words that no answer of ours has. */
const FROM_INSIDE = /root:x?:0:|AccessKeyId|computeMetadata.*kind/

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

interface Written {
  readonly found: readonly string[]
  readonly sent: number
}

async function writeEverywhere(call: Caller, targets: readonly Target[], text: string): Promise<Written> {
  const found: string[] = []
  let sent = 0
  const more = URL.canParse(text) && /^http/.test(text) ? headersOf(text) : {}
  for (const target of targets) {
    for (const trial of trials(target, text)) {
      const reply = await call[target.side](target.method, trial.path, trial.body, more)
      sent += 1
      const fault = faultOf(reply)
      if (fault !== null) found.push(`${trial.what} ${text}: ${fault}`)
      if (FROM_INSIDE.test(JSON.stringify(reply.json)))
        found.push(`${trial.what} ${text} brought what is inside`)
    }
  }
  return { sent, found }
}

/** In the short form each address goes into every eighth call, and into each that takes links. */
function someOf(targets: readonly Target[], place: number): readonly Target[] {
  const takesLinks = ({ bodies }: Target) => JSON.stringify(bodies).includes('filePath')
  return targets.filter((target, index) => takesLinks(target) || index % 8 === place % 8)
}

async function writeAll(ground: Ground, player: Player, port: number): Promise<string[]> {
  const { stage, secrets, isShort, say } = ground
  const call = await callerOf(ground, player)
  const room = await openRoom(call, player.phone)
  const targets = targetsOf(await demand(`${stage.apiUrl}/openapi.json`, 'GET'), room)
  const kept = keptFields(call, room)
  const heard = addressesOf(port)
  const found: string[] = []
  let sent = 0
  for (const [place, address] of [...heard, ...OUT_OF_HEARING].entries()) {
    await uncount(ground)
    const written = await writeEverywhere(call, isShort ? someOf(targets, place) : targets, address)
    found.push(...written.found)
    sent += written.sent
    for (const field of kept.filter((_, index) => !isShort || index % 4 === place % 4))
      await field.write(address)
    await call.member('POST', '/wallet/truelink', { link: await sealLink(secrets.truelink, address) })
  }
  say(
    `${heard.length} addresses of this machine and ${OUT_OF_HEARING.length} of what is inside, in ${sent} requests and ${kept.length} kept texts`,
  )
  return found
}

export const reach: Attack = {
  name: 'reach',
  holds:
    'no address that somebody else names is fetched by any process of ours, or kept where it would be followed',
  async run(ground) {
    const bait = await openBait()
    try {
      const player = await joinPlayer(ground.stage, ground.dice.of('reach'))
      const found = await unlimited(ground, () => writeAll(ground, player, bait.port))
      ground.say(`${bait.heard.length} were followed`)
      return [
        ...found.slice(0, 20),
        ...bait.heard.slice(0, 20).map((one) => `it was followed: ${one}`),
        ...(await dangerousIn(ground.database)).slice(0, 20),
      ]
    } finally {
      await bait.close()
    }
  },
}

// A member's whole life with secrets that can be told from everything else, and the search for them in all that is written down for others than
// the member: the logs of every process, the traces, the figures, and what refusals say.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { sealLink } from '@kapao/contract/truelink-seal'
import type { Attack, Ground } from './attack.ts'
import { Life } from './life.ts'

/** It ends what hangs. */
const COMES_WITHIN_MS = 120_000

interface Collector {
  readonly url: string
  readonly got: string[]
  close(): Promise<void>
}

/** Where traces go. */
async function openCollector(): Promise<Collector> {
  const got: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      got.push(Buffer.concat(parts).toString('latin1'))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    got,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Where it stands; -1 when it does not. Six digits may stand in a longer number, or in the name of a request, by chance; all else may stand nowhere. */
export const placeOf = (text: string, secret: string) =>
  /^\d{6}$/.test(secret)
    ? text.search(new RegExp(`(?<![\\da-f]|\\d\\.)${secret}(?![\\da-f])`))
    : text.indexOf(secret)

/** Every log of the stage but those of the outside world. */
function logsIn(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.log') && !name.startsWith('sandbox'))
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

function search(places: ReadonlyMap<string, string>, secrets: ReadonlyMap<string, string>): string[] {
  const found: string[] = []
  for (const [place, text] of places) {
    for (const [what, secret] of secrets) {
      const at = placeOf(text, secret)
      if (at < 0) continue
      const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
      found.push(`${what} stands in ${place}, after ${JSON.stringify(line.slice(-160))}`)
    }
  }
  return found
}

/** The secrets that the processes were started with. */
function ownSecrets({ stage, secrets }: Ground): [string, string][] {
  return [
    ['the secret of the feed', secrets.feed],
    ['the secret that seals', secrets.seal],
    ["the secret of gifts' links", secrets.truelink],
    ['the password of the database', new URL(stage.databaseUrl).password],
  ]
}

export const scrubbing: Attack = {
  name: 'scrubbing',
  holds: 'no secret of a member, of the desk or of ours is in a log, a trace, a figure or a refusal',
  async run(ground) {
    const { stage, secrets, say } = ground
    const collector = await openCollector()
    try {
      const apiUrl = await stage.startApi('traced', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.url })
      const life = new Life(apiUrl, stage.sandboxUrl, (link) => sealLink(secrets.truelink, link))
      await life.live()
      await life.breakIn(ground.database)
      const metrics = await (await fetch(`${apiUrl}/metrics`)).text()
      await waitUntil(() => collector.got.some((batch) => batch.includes('POST /api/account')))
      const logs = logsIn(stage.folder)
      const places = new Map([
        ...logs,
        ['the traces', collector.got.join('\n')],
        ['the figures', metrics],
        ['what refusals say', life.refusals.join('\n')],
      ])
      const wanted = new Map([...life.secrets, ...ownSecrets(ground)])
      const bytes = [...places.values()].reduce((sum, text) => sum + text.length, 0)
      say(`${wanted.size} secrets, ${life.calls} calls, ${life.refusals.length} refusals`)
      say(`searched ${bytes} bytes: ${[...places.keys()].join(', ')}`)
      const missing = ['api.log', 'traced.log', 'worker.log', 'postgresql.log'].filter(
        (name) => !logs.has(name),
      )
      return [...missing.map((name) => `there is no ${name}`), ...search(places, wanted)]
    } finally {
      await collector.close()
    }
  },
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + COMES_WITHIN_MS
  while (Date.now() < deadline) {
    if (isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('no trace of the registration came')
}

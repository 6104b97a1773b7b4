// Files that are two things at once through every door for files: refused, or kept as what they were taken for and served so that a browser
// that opens them runs none of it.

import { PAYLOAD, type Polyglot, polyglots } from '../../e2e/hostile/polyglots.ts'
import { joinPlayer } from '../bank-test/players.ts'
import { at, listAt } from '../bank-test/wire.ts'
import type { Attack, Ground } from './attack.ts'
import { deskCookie, uncount, unlimited } from './known.ts'
import { faultOf } from './naughty.ts'

interface Door {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Where what was kept is had; null for nowhere. */
  address(answer: unknown): Promise<string | null>
}

/** It ends what hangs. */
const PATIENCE_MS = 120_000
/** Each must be shown or fetched as itself. */
const SAFE_TYPES = /^(?:image\/(?:png|jpeg|gif)|video\/(?:mp4|quicktime)|application\/pdf)$/
const BOUNDARY = 'kapao-break-in'

/** As no library would write it: a name goes out as it is. */
function formOf({ bytes, name, type }: Polyglot): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

async function send(url: string, headers: object, file: Polyglot) {
  const response = await fetch(url, {
    method: 'POST',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      'x-requested-with': 'kapao',
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    },
    body: new Uint8Array(formOf(file)),
  })
  const text = await response.text()
  try {
    return { status: response.status, json: JSON.parse(text) }
  } catch {
    return { status: response.status, json: null }
  }
}

/** What is wrong with how a kept file is served. */
async function judgeServed(url: string): Promise<string[]> {
  const response = await fetch(url, { redirect: 'manual' })
  const bytes = Buffer.from(await response.arrayBuffer())
  const header = (name: string) => response.headers.get(name) ?? ''
  const type = header('content-type')
  const isPicture = type.startsWith('image/')
  const checks: readonly (readonly [boolean, string])[] = [
    [response.status === 200, `answered ${response.status}`],
    [SAFE_TYPES.test(type), `served as ${type}`],
    [header('x-content-type-options') === 'nosniff', 'a browser may guess its type'],
    [/(?:^|;\s*)sandbox(?:;|$)/.test(header('content-security-policy')), 'no sandbox'],
    [header('content-security-policy').includes("default-src 'none'"), 'no content policy'],
    [
      /^(?:inline|attachment); filename="(?:chat|slip)\.[a-z0-9]{3}"$/.test(header('content-disposition')),
      `disposition ${header('content-disposition')}`,
    ],
    [
      !type.startsWith('application/') || header('content-disposition').startsWith('attachment'),
      'a document opens',
    ],
    [!isPicture || !bytes.includes(PAYLOAD), 'a picture still has what it carried'],
    [header('access-control-allow-origin') === '', 'open to other sites'],
  ]
  return checks.filter(([holds]) => !holds).map(([, what]) => what)
}

function doors(ground: Ground, token: string, cookie: string): Door[] {
  const api = `${ground.stage.apiUrl}/api`
  const ofMember = { authorization: `Bearer ${token}` }
  const said = async (answer: unknown) => String(at(answer, 'path') ?? '') || null
  const slipAddress = async (answer: unknown) => {
    const reference = String(at(answer, 'reference') ?? '')
    const response = await fetch(`${api}/statement/slip/reference/${reference}`, { headers: ofMember })
    const url = at(await response.json(), 'url')
    return typeof url === 'string' && url !== '' ? url : null
  }
  return [
    { path: '/chat/upload-image', headers: ofMember, address: said },
    { path: '/chat/upload-image', headers: {}, address: said },
    { path: '/chat/upload-video', headers: ofMember, address: said },
    { path: '/desk/upload', headers: { cookie }, address: said },
    { path: '/wallet/slip', headers: ofMember, address: slipAddress },
  ]
}

async function tryDoor(ground: Ground, door: Door, files: readonly Polyglot[]): Promise<string[]> {
  const { stage, say } = ground
  const found: string[] = []
  let kept = 0
  for (const file of files) {
    // Nobody sends so many.
    await uncount(ground)
    const headers = { ...door.headers, 'idempotency-key': crypto.randomUUID() }
    const reply = await send(`${stage.apiUrl}/api${door.path}`, headers, file)
    const fault = faultOf(reply)
    if (fault !== null) found.push(`${door.path}, ${file.what}: ${fault}`)
    if (reply.status !== 200) continue
    const address = await door.address(reply.json)
    if (address === null) continue
    kept += 1
    const wrong = await judgeServed(new URL(address, stage.apiUrl).href)
    found.push(...wrong.map((what) => `${door.path}, ${file.what}: ${what}`))
  }
  say(`${door.path}: ${kept} of ${files.length} files kept, safe to open; the others refused`)
  if (kept === 0) found.push(`${door.path} kept nothing at all`)
  return found
}

/** What the caller says of a file is nowhere on disk or in the books. */
async function namesKept({ database }: Ground): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select name from chat_file where name !~ '^[0-9a-f]{48}chat\\.[a-z0-9]{3}$'
     union all select file_name from slip where file_name !~ '^[0-9a-f]{48}slip\\.jpg$'`,
  )
  return rows.map(({ name }) => `a file is kept as ${name}`)
}

export const uploads: Attack = {
  name: 'uploads',
  holds: 'a file of two kinds is refused, or served as one that no browser runs',
  async run(ground) {
    const player = await joinPlayer(ground.stage, ground.dice.of('uploads'))
    const cookie = await deskCookie(ground.stage.apiUrl)
    return unlimited(ground, async () => {
      const found: string[] = []
      for (const [place, door] of doors(ground, player.token, cookie).entries()) {
        // In the short form every file goes through every other door.
        const some = polyglots.filter((_, index) => !ground.isShort || (index + place) % 2 === 0)
        found.push(...(await tryDoor(ground, door, some)))
      }
      const health = await fetch(`${ground.stage.apiUrl}/readyz`)
      if (!health.ok) found.push(`afterwards the API is not ready: ${health.status}`)
      const { rows } = await ground.database.query(
        "select 1 from chat_file where file_type = 'image' limit 1",
      )
      if (listAt({ rows }, 'rows').length === 0) found.push('no picture was kept')
      return [...found, ...(await namesKept(ground))].slice(0, 40)
    })
  },
}

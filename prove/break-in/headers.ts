// What every kind of answer says to a browser about itself, of a server in production.
import { type Answer, type Asked, answersOf, type Kind, over } from './answers.ts'
import type { Attack, Ground } from './attack.ts'

const ALWAYS: readonly (readonly [string, RegExp])[] = [
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^no-referrer$/],
  ['permissions-policy', /camera=\(\).*geolocation=\(\).*microphone=\(\)/],
  ['cross-origin-opener-policy', /^same-origin(-allow-popups)?$/],
  ['strict-transport-security', /^max-age=\d{8,}; includeSubDomains$/],
  ['content-security-policy', /(^|; )base-uri 'none'/],
  ['content-security-policy', /(^|; )frame-ancestors /],
]
/** Of every page, whatever scripts it holds itself. */
const OF_PAGES: readonly (readonly [string, RegExp])[] = [
  ['content-type', /^text\/html; charset=utf-8$/],
  ['cache-control', /^no-store$/],
  ['content-security-policy', /(^|; )object-src 'none'(;|$)/],
  ['content-security-policy', /(^|; )require-trusted-types-for 'script'(;|$)/],
  ['content-security-policy', /(^|; )trusted-types dompurify kapao-confetti kapao-picture kapao-worker(;|$)/],
  ['content-security-policy', /(^|; )frame-ancestors ('self' https:\/\/host\.example|'none')(;|$)/],
]
/** Files of its own, and the scripts that the build has put into the page itself, each by its hash. */
const page = (ownScripts: number): readonly (readonly [string, RegExp])[] => [
  ...OF_PAGES,
  [
    'content-security-policy',
    new RegExp(`(^|; )script-src 'self'( 'sha256-[\\w+/]{43}='){${ownScripts}}(;|$)`),
  ],
]
const BY_KIND: Readonly<Record<Kind, readonly (readonly [string, RegExp])[]>> = {
  page: page(0),
  'drawn login': page(1),
  'drawn home': page(2),
  'part of a page': [
    ['cache-control', /^(public, max-age=31536000, immutable|no-cache)$/],
    ['content-security-policy', /(^|; )require-trusted-types-for 'script'(;|$)/],
  ],
  art: [
    ['cache-control', /^no-cache$/],
    ['content-security-policy', /(^|; )require-trusted-types-for 'script'(;|$)/],
  ],
  call: [
    ['cache-control', /^no-store$/],
    ['content-security-policy', /^default-src 'none'.*frame-ancestors 'none'$/],
  ],
  file: [
    ['cache-control', /^private, /],
    ['content-security-policy', /^default-src 'none'.*frame-ancestors 'none'; sandbox$/],
  ],
  document: [
    ['cache-control', /^no-cache$/],
    ['content-security-policy', /^default-src 'none'.*frame-ancestors 'none'/],
  ],
}

function faultsIn({ what, kind, status }: Asked, answer: Answer): string[] {
  const shownTo = kind === 'file' || kind === 'art' ? /^cross-origin$/ : /^same-origin$/
  const wantedOf = [...ALWAYS, ['cross-origin-resource-policy', shownTo] as const, ...BY_KIND[kind]]
  const faults = wantedOf.flatMap(([name, wanted]) =>
    wanted.test(answer.header(name)) ? [] : [`${name}: ${answer.header(name) || 'none'}`],
  )
  if (answer.status !== status) faults.push(`status ${answer.status} instead of ${status}`)
  const type = answer.header('content-type')
  if (answer.text !== '' && type === '') faults.push('a body without a type')
  if (/^text\//.test(type) && !/; charset=utf-8$/i.test(type)) faults.push(`type ${type}`)
  if (/x-secret|node_modules|at .*\.[jt]s:\d/.test(answer.text)) faults.push('it tells of the inside')
  if (answer.header('server') || answer.header('x-powered-by')) faults.push('it names its software')
  if (answer.header('access-control-allow-origin')) faults.push('another site may read it')
  return faults.map((fault) => `${what}: ${fault}`)
}

/** One that is in production does not start while the demo accounts, by which others work here, are on. */
async function startInProduction({ stage, database }: Ground): Promise<string> {
  const switchDemos = async (isActive: boolean) => {
    await database.query("update staff set is_active = $1 where name in ('demo', 'demo-admin')", [isActive])
    await database.query("update member set is_active = $1 where username = '0690000001'", [isActive])
  }
  await switchDemos(false)
  try {
    return await stage.startApi('api-in-production', {
      KAPAO_MODE: 'production',
      KAPAO_FRAME_ANCESTORS: "'self' https://host.example",
    })
  } finally {
    await switchDemos(true)
  }
}

async function run(ground: Ground): Promise<string[]> {
  const { say } = ground
  const url = await startInProduction(ground)
  const asked = await answersOf(url)
  const findings: string[] = []
  for (const one of asked) findings.push(...faultsIn(one, await one.ask()))
  const desk = await over(`${url}/desk/`)
  if (!desk.header('content-security-policy').includes("frame-ancestors 'none'"))
    findings.push('the desk may be shown in a frame')
  const out = await over(`${url}/api/desk/logout`, {
    method: 'POST',
    headers: { 'x-requested-with': 'kapao' },
  })
  if (
    !/^__Host-kapao_desk=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict; Secure$/.test(
      out.header('set-cookie'),
    )
  )
    findings.push(`the desk’s cookie: ${out.header('set-cookie')}`)
  const rules = ALWAYS.length + Math.max(...Object.values(BY_KIND).map(({ length }) => length))
  say(`${asked.length} kinds of answers, up to ${rules} rules for each`)
  return findings
}

export const headers: Attack = {
  name: 'headers',
  holds:
    'every answer says that it is not to be guessed at, framed, kept or followed, and a page runs no script but its own',
  run,
}

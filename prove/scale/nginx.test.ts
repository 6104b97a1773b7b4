// deploy/nginx.conf: a call that may have begun is given to no second process. Nginx itself holds back POST alone, and of our calls several
// GETs change something, and PUT and DELETE do.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@kapao/contract/calls'
import { CHAT_VIDEO_MAX_BYTES } from '@kapao/contract/chat'
import { deskCalls } from '@kapao/contract/desk-calls'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../../scripts/settings.ts'

interface Location {
  readonly pattern: string
  readonly text: string
}

const conf = readFileSync(join(repositoryRoot, 'deploy', 'nginx.conf'), 'utf8').replaceAll(/#.*$/gm, '')
const locations: readonly Location[] = [
  ...conf.matchAll(/location\s+([^{]+?)\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g),
].map(([, pattern = '', text = '']) => ({ pattern, text }))

/** As nginx chooses: an exact one, else the first regular expression, else the longest beginning. */
function locationOf(path: string): Location {
  const found =
    locations.find(({ pattern }) => pattern === `= ${path}`) ??
    locations.find(({ pattern }) => pattern.startsWith('~ ') && new RegExp(pattern.slice(2)).test(path)) ??
    locations
      .filter(({ pattern }) => pattern.startsWith('/') && path.startsWith(pattern))
      .toSorted((one, other) => other.pattern.length - one.pattern.length)[0]
  if (found === undefined) throw new Error(`no location for ${path}`)
  return found
}

function named(name: string): Location {
  const found = locations.find(({ pattern }) => pattern === name)
  if (found === undefined) throw new Error(`no location ${name}`)
  return found
}

const isNeverRepeated = ({ text }: Location) => /^\s*proxy_next_upstream off;/m.test(text)

const changing = [...calls.values(), ...deskCalls.values()].filter(
  ({ method, effect }) => method !== 'POST' && effect !== 'reads',
)

it('no call that changes something is repeated by nginx, whatever its method', () => {
  // Of both interfaces, and of each of these methods: the test found what it is about.
  expect(new Set(changing.map(({ method }) => method))).toEqual(new Set(['GET', 'PUT', 'DELETE']))
  expect(changing.some(({ path }) => path.startsWith('/desk/'))).toBe(true)
  const repeated = changing.filter(({ path }) => !isNeverRepeated(locationOf(`/api${path}`)))
  expect(repeated.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

it('another process is tried only for what has sent nothing at all to those before', () => {
  const { text } = locationOf('/api/bonus/clear')
  expect(text).toContain('error_page 502 504 = @unsent;')
  const unsent = named('@unsent')
  expect(isNeverRepeated(unsent)).toBe(true)
  const [, guard = ''] = /if \(\$upstream_bytes_sent !~ "([^"]+)"\) \{ return 418; \}/.exec(unsent.text) ?? []
  expect(unsent.text.indexOf(guard)).toBeLessThan(unsent.text.indexOf('proxy_pass'))
  expect(unsent.text).toContain('error_page 418 = @begun;')
  expect(named('@begun').text.trim()).toBe('return 502;')
  const tried = ['0', '0 : 0', '0 : 0 : 0 : 0 : 0']
  const notAgain = ['', '-', '412', '0 : 412', '0 : 0 : 0 : 0 : 0 : 0']
  expect([...tried, ...notAgain].filter((sent) => new RegExp(guard).test(sent))).toEqual(tried)
})

it('only a POST, which nginx repeats not once it has begun, takes the way where nginx chooses the next process', () => {
  const { text } = locationOf('/api/wallet/transfer')
  expect(text).toContain('error_page 418 = @post;')
  expect(text).toContain('if ($request_method = POST) { return 418; }')
  expect(conf.match(/@post\b/g)).toHaveLength(2)
  expect(conf).not.toContain('non_idempotent')
})

it('a file of a build that one process does not have is asked of all the others, and nothing else is', () => {
  for (const path of ['/assets/base-0a1b2c.js', '/desk/assets/index-0a1b2c.css'])
    expect(locationOf(path).text).toMatch(
      /proxy_next_upstream error timeout http_404;\s*proxy_next_upstream_tries 0;/,
    )
  expect(conf.match(/http_404/g)).toHaveLength(1)
  expect(locationOf('/user/home').text).not.toContain('http_404')
})

const inBytes = (text: string, directive: string) => {
  const [, size = '', unit = ''] = new RegExp(`^\\s*${directive} (\\d+)([km]?);`, 'm').exec(text) ?? []
  return Number(size) * (unit === 'm' ? 2 ** 20 : unit === 'k' ? 2 ** 10 : 1)
}

it('files alone may be large, and nothing that comes or goes is laid on nginx’s disk but what is small', () => {
  const paths = (takesFile: boolean) =>
    [...calls.values(), ...deskCalls.values()]
      .filter(({ file }) => (file !== undefined) === takesFile)
      .map(({ path }) => `/api${path}`)
  expect(paths(true).length).toBeGreaterThan(3)
  for (const path of paths(true).flatMap((one) => [one, `${one}/`])) {
    const { text } = locationOf(path)
    // With what a form writes around it.
    expect(inBytes(text, 'client_max_body_size')).toBeGreaterThan(CHAT_VIDEO_MAX_BYTES + 10_000)
    expect(text).toContain('proxy_request_buffering off;')
  }
  const [server = ''] = conf.slice(conf.indexOf('  server {')).split(/^ {4}location /m)
  expect(inBytes(server, 'client_max_body_size')).toBe(64 * 1024)
  expect(server).toContain('proxy_max_temp_file_size 0;')
  const others = [...paths(false), '/user/home', '/socket.io/', '/assets/base-0a1b2c.js'].map(locationOf)
  for (const { text } of [...others, named('@post'), named('@unsent')]) {
    expect(text).not.toContain('client_max_body_size')
    expect(text).not.toContain('proxy_max_temp_file_size')
  }
})

it('no caller takes all lines, and an IPv6 address counts by its network', () => {
  const [, most = ''] = /limit_conn callers (\d+);/.exec(conf) ?? []
  const [, lines = ''] = /worker_connections (\d+);/.exec(conf) ?? []
  const [, files = ''] = /worker_rlimit_nofile (\d+);/.exec(conf) ?? []
  // A call that is passed on takes two.
  expect(Number(most) * 2).toBeLessThanOrEqual(Number(lines) / 2)
  expect(Number(files)).toBeGreaterThan(Number(lines) * 2)
  const patterns = [...conf.matchAll(/"~(.+?)" \$(?:network|beginning);/g)].map(
    ([, pattern = '']) => new RegExp(pattern),
  )
  const callerOf = (address: string) => patterns.map((one) => one.exec(address)?.[1]).find(Boolean) ?? address
  expect(callerOf('203.0.113.5')).toBe('203.0.113.5')
  expect(callerOf('2001:db8:1:2:a:b:c:d')).toBe(callerOf('2001:db8:1:2::1'))
  expect(callerOf('2001:db8:1:2::1')).not.toBe(callerOf('2001:db8:1:3::1'))
  expect(callerOf('2001:db8::1')).toBe(callerOf('2001:db8::ffff:1:2:3'))
})

it('no log of nginx has a path: neither the one of requests nor the one of errors, whose lines have the whole request', () => {
  const deploy = join(repositoryRoot, 'deploy')
  const entries = readdirSync(deploy, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.conf$/.test(name),
  )
  expect(entries.length).toBeGreaterThan(3)
  const all = entries
    .map((name) => readFileSync(join(deploy, name), 'utf8').replaceAll(/#.*$/gm, ''))
    .join('\n')
  const logged = [...all.matchAll(/^\s*(log_format|access_log|error_log) (.*);$/gm)].map(([line]) =>
    line.trim(),
  )
  expect(logged).toEqual([
    // What becomes of the processes, where there is no request.
    'error_log /dev/stderr;',
    "log_format quiet '$remote_addr $request_method $status $request_time $upstream_addr $upstream_status';",
    'access_log /dev/stdout quiet;',
    'error_log /dev/stderr emerg;',
  ])
  const [outside = '', inHttp = ''] = conf.split(/^http \{$/m)
  expect(outside).toContain('error_log /dev/stderr;')
  expect(inHttp).toContain('error_log /dev/stderr emerg;')
})

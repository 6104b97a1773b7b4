import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../environment/config.ts'
import { mountPageFiles } from './page-files.ts'

const ownScript = 'let a = "<b>"'
const folder = mkdtempSync(join(tmpdir(), 'kapao-pages-'))
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })

beforeAll(async () => {
  for (const name of ['wallet', 'desk']) {
    mkdirSync(join(folder, name, 'assets'), { recursive: true })
    mkdirSync(join(folder, name, 'art'))
    writeFileSync(join(folder, name, 'art', 'game.svg'), '<svg/>')
    writeFileSync(join(folder, name, 'index.html'), `<title>${name}</title>`)
    writeFileSync(join(folder, name, 'assets', `${name}-1.js`), `"${name}"`)
  }
  for (const name of ['login', 'login.th', 'login.la', 'login.en'])
    writeFileSync(join(folder, 'wallet', `${name}.html`), `<title>${name}</title>`)
  writeFileSync(
    join(folder, 'wallet', 'login.la.html'),
    `<title>login.la</title><script src="/a.js"></script><script data-src="x">${ownScript}</script>`,
  )
  writeFileSync(join(folder, 'wallet', 'login.en.html.br'), 'compressed')
  mkdirSync(join(folder, 'wallet', 'user'))
  for (const name of ['home', 'home.th', 'home.la', 'home.en'])
    writeFileSync(join(folder, 'wallet', 'user', `${name}.html`), `<title>${name}</title>`)
  app.decorateRequest('refusedWith', null)
  await mountPageFiles(
    app,
    readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: 'postgresql://nowhere/none',
      KAPAO_WALLET_FOLDER: join(folder, 'wallet'),
      KAPAO_DESK_FOLDER: join(folder, 'desk'),
      KAPAO_FRAME_ANCESTORS: 'https://operator.example',
    }),
  )
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string) => app.inject({ method: 'GET', url })

test.each([
  ['/', 'wallet'],
  ['/register', 'wallet'],
  ['/desktop', 'wallet'],
  ['/desk', 'desk'],
  ['/desk/', 'desk'],
  ['/desk/c/abc?x=1', 'desk'],
])('%s is a page of the %s, always fresh', async (url, name) => {
  const response = await get(url)
  expect([response.statusCode, response.body]).toEqual([200, `<title>${name}</title>`])
  expect(response.headers['cache-control']).toBe('no-store')
})

test('the wallet may be shown where the operator says, the desk nowhere', async () => {
  const policyOf = async (url: string) => (await get(url)).headers['content-security-policy']
  expect(await policyOf('/login')).toContain('frame-ancestors https://operator.example')
  expect(await policyOf('/desk/')).toContain("frame-ancestors 'none'")
  expect(await policyOf('/desk/')).toContain("script-src 'self';")
})

test('of scripts in a page itself, those run that the build has put there, by their hash, and only on that page', async () => {
  const scriptsOf = async (url: string, cookie = '') => {
    const { headers } = await app.inject({ method: 'GET', url, headers: { cookie } })
    return /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  }
  const hash = createHash('sha256').update(ownScript).digest('base64')
  expect(await scriptsOf('/login', 'locale=la')).toBe(`'self' 'sha256-${hash}'`)
  for (const url of ['/login', '/', '/user/home', '/register', '/assets/wallet-1.js', '/desk/'])
    expect(await scriptsOf(url)).toBe("'self'")
})

test.each([
  '/',
  '/index.html',
  '/login',
  '/user/home',
  '/register',
  '/desk',
  '/desk/',
  '/desk/c/abc',
  '/assets/wallet-1.js',
])('HEAD tells of %s what GET does, without the body', async (url) => {
  const asked = await get(url)
  const head = await app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  for (const name of ['content-type', 'content-length', 'cache-control', 'content-security-policy'])
    expect(head.headers[name]).toBe(asked.headers[name])
})

test.each(['/api/gone', '/gateway/gone', '/gone.js'])('HEAD of %s is missing, too', async (url) => {
  expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(404)
})

test('hashed files are kept for a year', async () => {
  const response = await get('/desk/assets/desk-1.js')
  expect(response.body).toBe('"desk"')
  expect(response.headers['cache-control']).toContain('immutable')
})

test('pictures of games and offers are shown by any site', async () => {
  const shownBy = async (url: string) => (await get(url)).headers['cross-origin-resource-policy']
  expect(await shownBy('/art/game.svg')).toBe('cross-origin')
  // Of all else the headers of every answer hold (safety.ts).
  for (const url of ['/', '/login', '/assets/wallet-1.js', '/art/gone.svg', '/art'])
    expect(await shownBy(url)).toBeUndefined()
})

test.each(['/desk/assets/gone-1.js', '/gone.js', '/api/gone', '/gateway/gone'])(
  '%s is missing, not a page',
  async (url) => expect((await get(url)).statusCode).toBe(404),
)

test.each([
  '//evil.example/',
  '//evil.example/%2e%2e',
  '/desk//evil.example/',
  '/\\\\evil.example/',
  '/%2f%2fevil.example/',
  '/%5c%5cevil.example/',
  '/desk',
  '/assets',
  '/login?next=https://evil.example/',
])('%s sends nobody anywhere', async (url) => {
  const response = await get(url)
  expect(response.headers.location).toBeUndefined()
  expect([200, 400, 404]).toContain(response.statusCode)
})

test.each(['/assets', '/assets/', '/desk/assets', '/desk/assets/', '/user/', '/assets/..', '/assets/.'])(
  '%s lists no files',
  async (url) => {
    const { body } = await get(url)
    expect(body).not.toMatch(/\.(js|html|br)\b/)
  },
)

const login = async (headers: Readonly<Record<string, string>> = {}) =>
  (await app.inject({ method: 'GET', url: '/login?next=%2Fuser%2Fspin', headers })).body

test("/login comes drawn in the language that the wallet has noted, else in the region's", async () => {
  expect(await login()).toBe('<title>login</title>')
  expect(await login({ cookie: 'other=1; locale=la' })).toContain('<title>login.la</title>')
  expect(await login({ cookie: 'locale=la; __Host-locale=en' })).toBe('<title>login.en</title>')
  expect(await login({ cookie: 'locale=../../etc' })).toBe('<title>login</title>')
})

test('home is a page of its own, which asks for its files by itself, in each language; no other page of a member is', async () => {
  const home = async (headers: Readonly<Record<string, string>> = {}) =>
    (await app.inject({ method: 'GET', url: '/user/home', headers })).body
  expect(await home()).toBe('<title>home</title>')
  expect(await home({ cookie: 'locale=en' })).toBe('<title>home.en</title>')
  expect((await get('/user/bonus')).body).toBe('<title>wallet</title>')
  expect((await get('/user/home.en.html')).statusCode).toBe(404)
})

test('in a frame, where the language that was chosen is not told, /login is the page that its scripts draw', async () => {
  expect(await login({ 'sec-fetch-dest': 'iframe' })).toBe('<title>wallet</title>')
})

test('a page goes out compressed to whoever takes it so, and never as a file of its own name', async () => {
  const english = { cookie: 'locale=en' }
  const packed = await app.inject({
    url: '/login',
    headers: { ...english, 'accept-encoding': 'gzip, deflate, br' },
  })
  expect([packed.body, packed.headers['content-encoding'], packed.headers.vary]).toEqual([
    'compressed',
    'br',
    'accept-encoding, cookie',
  ])
  expect(await login({ ...english, 'accept-encoding': 'gzip' })).toBe('<title>login.en</title>')
  expect(await login({ ...english, 'accept-encoding': 'br;q=0' })).toBe('<title>login.en</title>')
  expect((await get('/login.en.html')).statusCode).toBe(404)
})

test.each(['KAPAO_WALLET_FOLDER', 'KAPAO_DESK_FOLDER'])(
  '%s may be a path from where the process runs, and is named where nothing was built',
  async (variable) => {
    const mounted = async (path: string) => {
      const other = Fastify()
      other.decorateRequest('refusedWith', null)
      const config = readConfig({
        NODE_ENV: 'test',
        DATABASE_URL: 'postgresql://nowhere/none',
        [variable]: path,
      })
      await mountPageFiles(other, config).finally(() => other.close())
    }
    await mounted(relative(process.cwd(), join(folder, 'wallet')))
    const empty = join(folder, 'empty')
    await expect(mounted(empty)).rejects.toThrow(
      `${variable} names the folder of a built page; in ${empty} there`,
    )
  },
)

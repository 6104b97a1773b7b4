import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { mountPageFiles } from './page-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'kapao-pages-'))
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })

beforeAll(async () => {
  for (const name of ['wallet', 'desk']) {
    mkdirSync(join(folder, name, 'assets'), { recursive: true })
    writeFileSync(join(folder, name, 'index.html'), `<title>${name}</title>`)
    writeFileSync(join(folder, name, 'assets', `${name}-1.js`), `"${name}"`)
  }
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
  ['/login', 'wallet'],
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

test('hashed files are kept for a year', async () => {
  const response = await get('/desk/assets/desk-1.js')
  expect(response.body).toBe('"desk"')
  expect(response.headers['cache-control']).toContain('immutable')
})

test.each(['/desk/assets/gone-1.js', '/gone.js', '/api/gone', '/gateway/gone'])(
  '%s is missing, not a page',
  async (url) => expect((await get(url)).statusCode).toBe(404),
)

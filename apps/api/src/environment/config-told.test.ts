import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from './config.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const namesIn = (text: string) => [...new Set(text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g))].sort()

/** What a process asks of such an environment, whatever it is called. */
function asked(environment: NodeJS.ProcessEnv): readonly string[] {
  const names: string[] = []
  readConfig(
    new Proxy(environment, {
      get(its, name: string) {
        names.push(name)
        return its[name]
      },
    }),
  )
  return names
}

const bare = { DATABASE_URL: 'postgresql://nowhere/none' }
const bucket = { KAPAO_S3_BUCKET: 'b', KAPAO_S3_ACCESS_KEY: 'a', KAPAO_S3_SECRET_KEY: 's' }
const names = [
  ...new Set([...asked(bare), ...asked({ ...bare, ...bucket, KAPAO_S3_ENDPOINT: 'https://s3.example' })]),
].sort()
const environment = v.record(v.string(), v.unknown())
const logging = v.object({ options: v.object({ 'max-size': v.string(), 'max-file': v.string() }) })
const compose = v.parse(
  v.object({
    services: v.object({
      api: v.object({ environment, logging, volumes: v.array(v.string()) }),
      worker: v.object({ environment, logging }),
      migrate: v.object({ environment }),
      balancer: v.object({ logging, volumes: v.array(v.string()) }),
      postgres: v.object({ healthcheck: v.object({ test: v.array(v.string()) }) }),
    }),
  }),
  parse(read('compose.yaml'), { merge: true }),
)
/** What the image itself has set. */
const ofImage = namesIn(read('Dockerfile'))

it('every variable of the server is told in a table', () => {
  const rows = [...read('README.md').split('\n'), ...read('docs/running.md').split('\n')]
  const told = namesIn(rows.map((row) => /^\| (`[^|]*)/.exec(row)?.[1] ?? '').join())
  expect(names.filter((name) => !told.includes(name))).toEqual([])
})

it.each(['api', 'worker'] as const)('compose passes every one of them to %s', (service) => {
  const passed = [...Object.keys(compose.services[service].environment), ...ofImage]
  // A container listens on all that it has; files are in the bucket; the migrations alone tell the database who serves; the sandbox is
  // not there; and the adapters' address has its present name.
  const notNeeded = ['HOST', 'KAPAO_FILES', 'KAPAO_SERVING_DATABASE_URL', 'SANDBOX_PORT']
  expect(names.filter((name) => !passed.includes(name))).toEqual(notNeeded)
})

it('PostgreSQL is ready for compose only where others reach it, not while the image makes its database', () => {
  expect(compose.services.postgres.healthcheck.test.join(' ')).toMatch(/^CMD pg_isready -h 127\.0\.0\.1 /)
})

it('what writes a line for each call never fills the disk of compose', () => {
  for (const { logging: its } of [compose.services.api, compose.services.worker, compose.services.balancer])
    expect(its.options).toEqual({ 'max-size': '100m', 'max-file': '10' })
})

it('a password that is made as the page says goes into an address as it is', () => {
  const made = [...read('docs/running.md').matchAll(/openssl rand (-\w+)/g)].map(([, form]) => form)
  expect(new Set(made)).toEqual(new Set(['-hex']))
})

it('the commands of the page forget neither TLS nor how many processes there are', () => {
  const commands = read('docs/running.md').match(/docker compose .*/g) ?? []
  expect(commands.length).toBeGreaterThan(5)
  expect(commands.filter((command) => / -f /.test(command))).toEqual([])
  expect(commands.filter((command) => /--scale/.test(command) && !/--no-recreate/.test(command))).toEqual([])
})

it('the file that compose takes the secrets from goes into neither git nor the image', () => {
  expect(read('.gitignore').split('\n')).toContain('.env*')
  expect(read('.dockerignore').split('\n')).toContain('**/.env*')
})

it('what the balancer has of a release is in folders, so that a reload finds the next one', () => {
  const sources = compose.services.balancer.volumes.map((volume) => volume.split(':')[0] ?? '')
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.filter((source) => !statSync(join(root, source)).isDirectory())).toEqual([])
})

it('files of this machine that .env names are where the container looks for them, and nothing is there otherwise', () => {
  const { environment: passed, volumes } = compose.services.api
  for (const name of ['KAPAO_BREACHED_PASSWORDS', 'NODE_EXTRA_CA_CERTS']) {
    const place = /^\$\{\w+:\+(.+)\}$/.exec(String(passed[name]))?.[1]
    expect(volumes, name).toContain(`\${${name}:-/dev/null}:${place}:ro`)
  }
})

it('whatever compose asks of .env is told', () => {
  const wanted = [...`${read('compose.yaml')}${read('deploy/tls/compose.yaml')}`.matchAll(/\$\{(\w+)/g)]
  const told = namesIn(`${read('README.md')}${read('docs/running.md')}`)
  expect([...new Set(wanted.map(([, name = '']) => name))].filter((name) => !told.includes(name))).toEqual([])
})

it('compose gives migrations, API and workers the same secrets', () => {
  const { api, worker, migrate } = compose.services
  for (const name of names.filter((one) => one.includes('SECRET')))
    expect([worker.environment[name], migrate.environment[name]], name).toEqual([
      api.environment[name],
      api.environment[name],
    ])
})

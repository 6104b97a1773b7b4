// What tests of the launcher start in the place of the services: small servers that only answer.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const service = (port: string) => `
import { createServer } from 'node:http'
createServer((_, answer) => answer.end('ok')).listen(${port}, () => process.send({ ready: true }))
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
`

export const standIns = {
  'apps/api/src/main-migrate.ts': '',
  'apps/api/src/main-api.ts': service('Number(process.env.PORT)'),
  'apps/api/src/main-worker.ts': service('0'),
  'apps/sandbox/src/main.ts': service('Number(process.env.SANDBOX_PORT)'),
}

/** Below the folder that KAPAO_TEST_ENTRIES then names. */
export function putStandIn(folder: string, path: string, text: string): void {
  const file = join(folder, 'entries', path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}

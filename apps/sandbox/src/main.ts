import { resolve } from 'node:path'
import { startSandbox } from './sandbox.ts'

const DEFAULT_PORT = '8090'

function fail(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

function whyNot(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return `Sandbox: port ${port} is in use. Stop what uses it or set SANDBOX_PORT.`
  if (code === 'EACCES' && error instanceof Error) return `Sandbox: no permission: ${error.message}`
  return `Sandbox: could not start: ${error instanceof Error ? error.message : String(error)}`
}

const { env } = process
// Whoever reaches it may have it sign what never was; a Kapao that is for real would credit that.
if (env.KAPAO_MODE === 'production')
  fail('Sandbox: it plays bank and games, and does not start under KAPAO_MODE=production')
const port = Number(env.SANDBOX_PORT ?? DEFAULT_PORT)
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  fail(`Sandbox: SANDBOX_PORT is no port: ${env.SANDBOX_PORT}`)
const region = env.KAPAO_REGION || 'th'
if (region !== 'th' && region !== 'la') fail(`Sandbox: KAPAO_REGION is th or la, not ${region}`)
const timeScale = Number(env.KAPAO_SANDBOX_TIME_SCALE ?? '1')
if (!(timeScale > 0 && Number.isFinite(timeScale)))
  fail(`Sandbox: KAPAO_SANDBOX_TIME_SCALE is no number above 0: ${env.KAPAO_SANDBOX_TIME_SCALE}`)

const sandbox = await startSandbox({
  port,
  region,
  timeScale,
  dataDir: env.KAPAO_DATA ?? resolve(import.meta.dirname, '../../../.data'),
  apiUrl: env.KAPAO_API_URL ?? `http://127.0.0.1:${env.PORT ?? '8080'}`,
  feedSecret: env.KAPAO_FEED_SECRET ?? 'kapao-feed',
  ...(env.KAPAO_GATEWAY_SECRET && { gatewaySecret: env.KAPAO_GATEWAY_SECRET }),
  isLogging: true,
}).catch((error: unknown) => fail(whyNot(error, port)))

let isStopping = false
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  await sandbox.close()
  process.exit(0)
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)
process.send?.({ ready: true })

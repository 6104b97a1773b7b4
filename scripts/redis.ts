// A Redis server for tests and proofs: the system's, or one that the package manager brings when we may ask it to.
import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, installProgram } from './system-package.ts'

/** It ends what hangs. */
const STARTS_WITHIN_MS = 120_000

export function findRedis(): string | null {
  return findProgram(['redis-server', 'valkey-server'])
}

/** Null where there is none and none may be installed: what needs it is then skipped, and says so. */
export function provideRedis(say: (line: string) => void): string | null {
  const found = findRedis()
  if (found !== null) return found
  const packages = { 'apt-get': ['redis-server'], apk: ['redis'], dnf: ['redis', 'valkey'] }
  const trouble = installProgram('Redis', packages, say)
  const installed = findRedis()
  if (installed === null) say(`No redis-server was found. ${trouble}What needs one is left out.`)
  return installed
}

/** One that keeps nothing on disk and listens on 127.0.0.1 alone. Resolves when it answers. */
export async function startRedis(
  program: string,
  port: number,
  log: number | 'ignore' = 'ignore',
): Promise<ChildProcess> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(program, settings, { cwd: '/', stdio: ['ignore', log, log] })
  const deadline = Date.now() + STARTS_WITHIN_MS
  while (!(await answers(port))) {
    const { exitCode, signalCode } = child
    if (exitCode !== null || signalCode !== null)
      throw new Error(`redis-server ended with ${signalCode ?? `code ${exitCode}`}`)
    if (Date.now() > deadline) throw new Error('redis-server does not start')
    await sleep(20)
  }
  return child
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('data', (data) => end(data.toString().startsWith('+PONG')))
    socket.once('error', () => end(false))
    socket.once('close', () => end(false))
  })
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstWord } from '../../../scripts/first-word.ts'
import { freePort } from '../../../scripts/free-ports.ts'

let folder = ''
let child: ChildProcess | null = null

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kapao-sandbox-main-'))
})
afterEach(async () => {
  // What still writes into the folder would keep it.
  if (child?.kill('SIGKILL')) await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
})

function start(port: number, dataDir = folder, more: NodeJS.ProcessEnv = {}): ChildProcess {
  const env = {
    ...process.env,
    SANDBOX_PORT: String(port),
    KAPAO_DATA: dataDir,
    KAPAO_API_URL: 'http://127.0.0.1:9',
    ...more,
  }
  child = fork(new URL('main.ts', import.meta.url), { env, silent: true })
  return child
}

async function ready(started: ChildProcess): Promise<void> {
  expect(await firstWord(started)).toEqual({ ready: true })
}

async function errorOf(started: ChildProcess): Promise<{ code: unknown; text: string }> {
  let text = ''
  started.stderr?.on('data', (part: Buffer) => {
    text += part.toString()
  })
  const [code] = await once(started, 'close')
  return { code, text }
}

describe('the process', () => {
  it('keeps its state over a kill -9', async () => {
    const port = await freePort()
    const faults = `http://127.0.0.1:${port}/control/faults`
    const first = start(port)
    await ready(first)
    const headers = { 'content-type': 'application/json' }
    await fetch(faults, { method: 'POST', headers, body: JSON.stringify({ target: 'bank', fault: 'late' }) })
    first.kill('SIGKILL')
    await once(first, 'exit')
    await ready(start(port))
    expect(await (await fetch(faults)).json()).toMatchObject({ faults: [{ target: 'bank', fault: 'late' }] })
  })

  it('ends with 0 on SIGTERM, and by itself when its launcher is gone', async () => {
    const first = start(await freePort())
    await ready(first)
    first.kill('SIGTERM')
    expect((await once(first, 'exit'))[0]).toBe(0)
    const second = start(await freePort())
    await ready(second)
    second.disconnect()
    expect((await once(second, 'exit'))[0]).toBe(0)
  })

  it('says one line and ends with 1 when the port is taken', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const address = blocker.address()
    const port = address !== null && typeof address !== 'string' ? address.port : 0
    const { code, text } = await errorOf(start(port))
    blocker.close()
    expect(code).toBe(1)
    expect(text).toBe(`Sandbox: port ${port} is in use. Stop what uses it or set SANDBOX_PORT.\n`)
  })

  it('says one line and ends with 1 when the folder is none', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { code, text } = await errorOf(start(await freePort(), file))
    expect(code).toBe(1)
    expect(text).toMatch(/^Sandbox: .+\n$/)
  })

  it('does not start for real', async () => {
    const started = start(await freePort(), folder, { KAPAO_MODE: 'production' })
    const text = 'Sandbox: it plays bank and games, and does not start under KAPAO_MODE=production\n'
    expect(await errorOf(started)).toEqual({ code: 1, text })
  })

  it.each(['0', '-1', 'Infinity', 'quick'])('refuses a time scale of %s by its name', async (text) => {
    const started = start(await freePort(), folder, { KAPAO_SANDBOX_TIME_SCALE: text })
    expect(await errorOf(started)).toEqual({
      code: 1,
      text: `Sandbox: KAPAO_SANDBOX_TIME_SCALE is no number above 0: ${text}\n`,
    })
  })
})

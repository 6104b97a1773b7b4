import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { firstWord } from '../../../scripts/first-word.ts'
import { freePort } from '../../../scripts/free-ports.ts'

/** The sandbox's long waits become tenths of a second. */
const TIME_SCALE = '0.01'

export interface RealSandbox {
  readonly url: string
  /** Posts to one of its control calls and answers its JSON. */
  control(path: string, body: object): Promise<Record<string, unknown>>
  slip(transRef: string, variant?: string): Promise<Buffer>
  /** Switches a fault on, for as many times. */
  fault(target: string, fault: string, times: number): Promise<void>
  stop(): Promise<void>
}

/** The sandbox as it runs in earnest: a process of its own, spoken to over HTTP; with a secret it answers none but signed requests. */
export async function startRealSandbox(gatewaySecret = '', timeScale = TIME_SCALE): Promise<RealSandbox> {
  const port = await freePort()
  const dataFolder = await mkdtemp(join(tmpdir(), 'kapao-real-sandbox-'))
  const child = fork(new URL('../../sandbox/src/main.ts', import.meta.url), {
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: String(port),
      KAPAO_DATA: dataFolder,
      KAPAO_SANDBOX_TIME_SCALE: timeScale,
      KAPAO_API_URL: 'http://127.0.0.1:9',
      KAPAO_GATEWAY_SECRET: gatewaySecret,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await firstWord(child)
  const url = `http://127.0.0.1:${port}`
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return response
  }
  return {
    url,
    control: async (path, body) =>
      v.parse(v.record(v.string(), v.unknown()), await (await post(`/control${path}`, body)).json()),
    slip: async (transRef, variant) =>
      Buffer.from(await (await post('/control/bank/slip', { transRef, variant })).arrayBuffer()),
    fault: async (target, fault, times) => {
      await post('/control/faults', { target, fault, times })
    },
    async stop() {
      if (child.kill()) await once(child, 'exit')
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

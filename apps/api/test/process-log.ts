import { type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from './temporary-folder.ts'

/** All that a process of the api's (`main-api`) logs from its start until it has ended by itself, or as it is told to when it is ready. */
export async function logged(
  entry: string,
  environment: NodeJS.ProcessEnv,
  by: ForkOptions = {},
): Promise<string> {
  const child = fork(new URL(`../src/${entry}.ts`, import.meta.url), {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      KAPAO_DATA: await temporaryFolder('data'),
      KAPAO_GATEWAY_URL: 'http://127.0.0.1:9',
      ...environment,
    },
    execArgv: [],
    ...by,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (child.stdout === null) throw new Error('no output')
  child.once('message', () => child.kill())
  const [lines] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return lines
}

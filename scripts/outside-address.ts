// Where the Kapao of a data folder finds the outside world, for the commands that work beside it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from './files.ts'
import type { Settings } from './settings.ts'

const rememberedFile = (dataFolder: string) => join(dataFolder, 'outside.json')

/** As the environment says it; the sandbox of its port where nothing is said. */
export function outsideAddress(
  env: NodeJS.ProcessEnv,
  { sandboxPort }: Pick<Settings, 'sandboxPort'>,
): string {
  return env.KAPAO_SANDBOX_URL ?? `http://127.0.0.1:${sandboxPort}`
}

export function rememberOutside(dataFolder: string, url: string): void {
  writeWhole(rememberedFile(dataFolder), JSON.stringify({ url }), 0o600)
}

/** As the last launcher of the data folder left it; null when there is none. */
function rememberedOutside(dataFolder: string): string | null {
  try {
    const value: unknown = JSON.parse(readFileSync(rememberedFile(dataFolder), 'utf8'))
    return typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string'
      ? value.url
      : null
  } catch {
    return null
  }
}

/** For a command beside it: what its own environment names goes first, then what the Kapao of its data folder was started with. */
export function outsideBeside(
  env: NodeJS.ProcessEnv,
  settings: Pick<Settings, 'sandboxPort' | 'dataFolder'>,
): string {
  const isNamed = env.KAPAO_SANDBOX_URL !== undefined || Boolean(env.SANDBOX_PORT)
  const remembered = isNamed ? null : rememberedOutside(settings.dataFolder)
  return remembered ?? outsideAddress(env, settings)
}

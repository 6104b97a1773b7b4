// The built pages, which the server of an attack serves as it does for players and agents.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Logs } from '../../scripts/logs.ts'
import { buildDesk, buildWallet, deskFolder, walletFolder } from '../../scripts/page-builds.ts'
import { repositoryRoot } from '../../scripts/settings.ts'

/** Builds what is stale, with the secret that everybody knows, so that no other build of this clone is lost. */
export async function builtPages(): Promise<NodeJS.ProcessEnv> {
  const data = join(repositoryRoot, '.data', 'prove')
  mkdirSync(join(data, 'logs'), { recursive: true })
  const { KAPAO_TRUELINK_SECRET: _, ...env } = process.env
  const options = {
    env: { ...env, KAPAO_REGION: 'th' },
    logs: new Logs(data),
    say: console.log,
    started: () => {},
  }
  await buildDesk(options)
  await buildWallet('th', options)
  return { KAPAO_WALLET_FOLDER: walletFolder('th'), KAPAO_DESK_FOLDER: deskFolder() }
}

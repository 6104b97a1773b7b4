// `npm run dev`: Vite's own servers in front of wallet and desk, and services that start again when their code changes.
import { watch } from 'node:fs'
import { join } from 'node:path'
import type { Program, Service } from './services.ts'
import { type DevPorts, repositoryRoot, type Settings } from './settings.ts'

const settleMs = 200

export function vitePrograms({ walletPort, deskPort }: DevPorts): Program[] {
  return [viteProgram('wallet', walletPort), viteProgram('desk', deskPort)]
}

function viteProgram(app: string, port: number): Program {
  const vite = join(repositoryRoot, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'dev', join(repositoryRoot, 'apps', app), '--port', String(port), '--strictPort']
  return { name: `vite-${app}`, title: `${app}'s development server`, args, readyPort: port }
}

export type Watched = { folder: string; services: Service[]; before?: (path: string) => Promise<void> }

/** Restarts services when a file under their folders changes. The pages' own files are Vite's part. */
export function watchSources(watched: Watched[], say: (line: string) => void): void {
  for (const { folder, services, before } of watched) {
    let timer: NodeJS.Timeout | null = null
    let working = Promise.resolve()
    watch(join(repositoryRoot, folder), { recursive: true }, (_, path) => {
      if (path === null || !/\.(ts|sql|ya?ml)$/.test(path) || /\.test\.ts$|node_modules/.test(path)) return
      if (timer) clearTimeout(timer)
      timer = setTimeout(() => {
        working = working.then(async () => {
          await before?.(path)
          await Promise.all(services.map((service) => service.restart()))
          say(`${folder}/${path} changed; restarted ${services.map(({ name }) => name).join(', ')}.`)
        })
        working = working.catch((error: Error) => say(error.message))
      }, settleMs)
    })
  }
}

/** Vite hands the pages' calls on to the API by these. */
export function viteEnvironment(settings: Settings): NodeJS.ProcessEnv {
  return settings.dev === null
    ? {}
    : { WALLET_PORT: String(settings.dev.walletPort), DESK_PORT: String(settings.dev.deskPort) }
}

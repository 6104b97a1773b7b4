// `npm run dev`: Vite's own server in front of the wallet, and services that start again when their code changes.
import { watch } from 'node:fs'
import { join } from 'node:path'
import type { Program, Service } from './services.ts'
import { repositoryRoot, type Settings } from './settings.ts'

const settleMs = 200

export function viteProgram(port: number): Program {
  const vite = join(repositoryRoot, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'dev', join(repositoryRoot, 'apps', 'wallet'), '--port', String(port), '--strictPort']
  return { name: 'vite', title: "wallet's development server", args, readyPort: port }
}

export type Watched = { folder: string; services: Service[]; before?: (path: string) => Promise<void> }

/** Restarts services when a file under their folders changes. The wallet's own files are Vite's part. */
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

/** Vite hands the wallet's calls on to the API by these. */
export function viteEnvironment(settings: Settings): NodeJS.ProcessEnv {
  return settings.devPort === null ? {} : { WALLET_PORT: String(settings.devPort) }
}

// The pages that ours is measured beside, built here and now by the same bundler, and ours.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { Logs } from '../../scripts/logs.ts'
import { buildWallet, walletFolder } from '../../scripts/page-builds.ts'

export const staticFolder = join(import.meta.dirname, '..', 'pages', 'static')
export const peers = ['bare', 'lean', 'usual'] as const
export type Peer = (typeof peers)[number]

/** A folder of its own, which is the caller's to remove. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'kapao-bench-'))
}

export async function buildPeers(into: string): Promise<Readonly<Record<Peer, string>>> {
  const folderOf = (name: Peer) => join(into, name)
  for (const name of peers) {
    await build({
      root: join(import.meta.dirname, '..', 'pages', name),
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      // As ours: no polyfills, no older browsers.
      build: {
        target: ['chrome100', 'safari15.4'],
        outDir: folderOf(name),
        emptyOutDir: true,
        chunkSizeWarningLimit: 1_000,
        modulePreload: { polyfill: false },
      },
    })
  }
  return { bare: folderOf('bare'), lean: folderOf('lean'), usual: folderOf('usual') }
}

export async function buildOurs(into: string): Promise<string> {
  mkdirSync(join(into, 'logs'), { recursive: true })
  const logs = new Logs(into)
  const env = { ...process.env, KAPAO_REGION: 'th' }
  await buildWallet('th', { env, logs, say: () => {}, started: () => {} })
  logs.close()
  return walletFolder('th')
}

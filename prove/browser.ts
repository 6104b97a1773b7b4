// Tests of e2e/ as a part of a proof, by Playwright's own command.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { repositoryRoot } from '../scripts/settings.ts'

interface Asked {
  readonly specs: readonly string[]
  /** Only tests whose title has this in it. */
  readonly title?: string
  readonly workers: number
  readonly chromium: string
  readonly env?: Readonly<Record<string, string>>
  say(line: string): void
}

/** Whether every test of these files came to its end; what Playwright says of each goes to `say`. */
export async function runSpecs({ specs, title, workers, chromium, env, say }: Asked): Promise<boolean> {
  const args = [
    join(repositoryRoot, 'node_modules', '@playwright', 'test', 'cli.js'),
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--project=thailand',
    `--workers=${workers}`,
    '--reporter=list',
    // Not where the journeys of the tests keep what they saw fail: each run empties its folder.
    '--output=test-results/prove',
    ...(title === undefined ? [] : ['--grep', title]),
    ...specs.map((name) => `e2e/${name}.spec.ts`),
  ]
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    env: { ...process.env, ...env, KAPAO_CHROMIUM: chromium, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', (line) => {
    if (line.trim() !== '') say(line)
  })
  return (await new Promise((resolve) => child.once('close', resolve))) === 0
}

// Runs the parts one after the other, each in its own words, and counts what they report. The last line is the sum.
// A part that crashes, reports nothing or finds no test counts as failed.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideChromium } from './chromium.ts'
import { messageOf } from './plain-error.ts'
import { provideRedis } from './redis.ts'
import { repositoryRoot } from './settings.ts'
import {
  addCounts,
  type Counts,
  noCounts,
  readCheckReport,
  readPlaywrightReport,
  readVitestReport,
} from './test-reports.ts'

type Part = { name: string; run(report: string): Promise<Counts> }

const nodeModules = join(repositoryRoot, 'node_modules')
const checkPart: Part = {
  name: 'check',
  run: async (report) => {
    const code = await runNode(['scripts/check.ts', `--json=${report}`])
    return settle(code, readCheckReport(report))
  },
}

const parts: Record<string, Part> = {
  check: checkPart,
  rules: vitestPart('rules', ['rules', 'scripts']),
  api: withRedis(vitestPart('api', ['api'])),
  prove: withRedis(vitestPart('prove', ['prove'])),
  browser: { name: 'browser', run: runBrowser },
}

function vitestPart(name: string, projects: string[]): Part {
  return {
    name,
    run: async (report) => {
      const chosen = projects.flatMap((project) => ['--project', project])
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const code = await runNode([join(nodeModules, 'vitest', 'vitest.mjs'), 'run', ...chosen, ...reporters])
      return settle(code, readVitestReport(report))
    },
  }
}

/** Its tests find it by themselves, and are left out where it is not to be had. */
function withRedis({ name, run }: Part): Part {
  return {
    name,
    run(report) {
      provideRedis((line) => console.log(line))
      return run(report)
    },
  }
}

async function runBrowser(report: string): Promise<Counts> {
  const chromium = await provideChromium((line) => console.log(line))
  const cli = join(nodeModules, '@playwright', 'test', 'cli.js')
  const code = await runNode([cli, 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
    KAPAO_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return settle(code, readPlaywrightReport(report))
}

/** A runner that ends badly without a failed test to show for it is a failure of its own, and so is one without tests. */
function settle(code: number, counts: Counts): Counts {
  const silent = counts.failed === 0 && (code !== 0 || counts.passed === 0)
  if (silent)
    console.error(
      code === 0 ? 'No test ran.' : `The runner ended with code ${code} and reported no failed test.`,
    )
  return silent ? { ...counts, failed: 1 } : counts
}

function runNode(args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const path = `${join(nodeModules, '.bin')}:${process.env.PATH ?? ''}`
    const child = spawn(process.execPath, args, {
      cwd: repositoryRoot,
      // Many of its processes are the same ones.
      env: {
        NODE_COMPILE_CACHE: join(nodeModules, '.cache', 'compiled'),
        ...process.env,
        PATH: path,
        ...env,
      },
      stdio: 'inherit',
    })
    running = child
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

let running: ReturnType<typeof spawn> | null = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    running?.once('exit', () => process.exit(130))
    running?.kill(signal)
  })
}

async function runPart(part: Part, folder: string): Promise<Counts> {
  console.log(`\n== ${part.name}`)
  try {
    return await part.run(join(folder, `${part.name}.json`))
  } catch (error) {
    console.error(messageOf(error))
    return { ...noCounts, failed: 1 }
  }
}

async function main(): Promise<void> {
  const names = process.argv.slice(2)
  const chosen = (names.length > 0 ? names : Object.keys(parts)).map((name) => parts[name])
  const folder = mkdtempSync(join(tmpdir(), 'kapao-tests-'))
  let sum = noCounts
  try {
    for (const part of chosen) {
      if (part === undefined) {
        console.error(`The parts are ${Object.keys(parts).join(', ')}; "${names.join(' ')}" is none of them.`)
        sum = addCounts(sum, { ...noCounts, failed: 1 })
      } else {
        sum = addCounts(sum, await runPart(part, folder))
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${skipped}`)
  process.exitCode = sum.failed > 0 ? 1 : 0
}

await main()

// Runs the parts, each in its own words, and counts what they report. The last line is the sum, and above it all that failed is told once more:
// nobody finds it among thousands of lines, and of a long output a machine may keep only the end. A part that crashes, reports nothing or finds no
// test counts as failed. Parts that are named run one after the other. All of them: what every other one stands on first, then the journeys in the
// browser beside the rest, since both wait as long as they work, and take two thirds of the time that way.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { provideChromium } from './chromium.ts'
import { messageOf } from './plain-error.ts'
import { provideRedis } from './redis.ts'
import { repositoryRoot } from './settings.ts'
import {
  addOutcomes,
  nothingRan,
  type Outcome,
  readCheckReport,
  readPlaywrightReport,
  readVitestReport,
} from './test-reports.ts'

interface Part {
  readonly name: string
  /** `says`: what its lines begin with, where those of another part stand between them. */
  run(report: string, says?: string): Promise<Outcome>
}

const nodeModules = join(repositoryRoot, 'node_modules')
const checkPart: Part = {
  name: 'check',
  run: async (report) => {
    const code = await runNode(['scripts/check.ts', `--json=${report}`])
    return settle('check', code, readCheckReport(report))
  },
}

/** When all parts are run: by itself, since it also builds what the others serve. */
const first = 'check'
/** And then this one beside all the others. */
const beside = 'browser'

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
    run: async (report, says) => {
      const chosen = projects.flatMap((project) => ['--project', project])
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const args = [join(nodeModules, 'vitest', 'vitest.mjs'), 'run', ...chosen, ...reporters]
      const code = await runNode(args, {}, says)
      return settle(name, code, readVitestReport(report))
    },
  }
}

/** Its tests find it by themselves, and are left out where it is not to be had. */
function withRedis({ name, run }: Part): Part {
  return {
    name,
    run(report, says) {
      provideRedis((line) => console.log(line))
      return run(report, says)
    },
  }
}

async function runBrowser(report: string, says?: string): Promise<Outcome> {
  const chromium = await provideChromium((line) => console.log(line))
  const cli = join(nodeModules, '@playwright', 'test', 'cli.js')
  const args = [cli, 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json']
  const env = { KAPAO_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const code = await runNode(args, env, says)
  return settle('browser', code, readPlaywrightReport(report))
}

/** A runner that ends badly without a failed test to show for it is a failure of its own, and so is one without tests. */
function settle(name: string, code: number, outcome: Outcome): Outcome {
  if (outcome.failures.length > 0 || (code === 0 && outcome.passed > 0)) return outcome
  const silence =
    code === 0 ? 'No test ran.' : `The runner ended with code ${code} and reported no failed test.`
  return { ...outcome, failures: [`${name}: ${silence}`] }
}

function runNode(args: string[], env: NodeJS.ProcessEnv = {}, says?: string): Promise<number> {
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
      stdio: says === undefined ? 'inherit' : ['inherit', 'pipe', 'pipe'],
    })
    for (const output of [child.stdout, child.stderr])
      if (output) createInterface({ input: output }).on('line', (line) => console.log(`${says} | ${line}`))
    running.add(child)
    child.once('error', () => resolve(1))
    // With all that it had to say.
    child.once('close', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
  })
}

const running = new Set<ReturnType<typeof spawn>>()
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isStopped = true
    const ended = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)))
    for (const child of running) child.kill(signal)
    void Promise.all(ended).then(() => process.exit(130))
  })
}

async function runPart(name: string, folder: string, says?: string): Promise<Outcome> {
  const part = parts[name]
  if (part === undefined) {
    const names = Object.keys(parts).join(', ')
    return { ...nothingRan, failures: [`The parts are ${names}; "${name}" is none of them.`] }
  }
  console.log(`\n== ${name}`)
  try {
    return await part.run(join(folder, `${name}.json`), says)
  } catch (error) {
    return { ...nothingRan, failures: [`${name}: ${messageOf(error)}`] }
  }
}

async function inOrder(names: readonly string[], folder: string, isBeside = false): Promise<Outcome> {
  let sum = nothingRan
  for (const name of names) {
    // Whoever ends the run ends what would come next, too.
    if (isStopped) return sum
    sum = addOutcomes(sum, await runPart(name, folder, isBeside ? name : undefined))
  }
  return sum
}

async function sideBySide(folder: string): Promise<Outcome> {
  let sum = await runPart(first, folder)
  // Two at once would find the package manager taken. Who needs what is not there says so.
  await provideChromium((line) => console.log(line)).catch(() => undefined)
  provideRedis((line) => console.log(line))
  const others = Object.keys(parts).filter((name) => name !== first && name !== beside)
  for (const outcome of await Promise.all([others, [beside]].map((names) => inOrder(names, folder, true))))
    sum = addOutcomes(sum, outcome)
  return sum
}

async function main(): Promise<void> {
  const names = process.argv.slice(2)
  const folder = mkdtempSync(join(tmpdir(), 'kapao-tests-'))
  try {
    const sum = names.length > 0 ? await inOrder(names, folder) : await sideBySide(folder)
    for (const failure of sum.failures) console.log(`\nFailed: ${failure}`)
    const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
    console.log(`\n${sum.passed} passed, ${sum.failures.length} failed${skipped}`)
    process.exitCode = sum.failures.length > 0 ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()

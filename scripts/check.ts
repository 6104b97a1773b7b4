// `npm run check`: everything that can be said about the code without running the product. One line for each step;
// details only for those that fail. `--json=<file>` also writes the outcome for `npm test`.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findBoundaryBreaks } from './boundaries.ts'
import { findUnsafeStatements } from './migration-rules.ts'
import { repositoryRoot } from './settings.ts'

type Step = { name: string; run(): Promise<string | null> }

const bin = (name: string) => join(repositoryRoot, 'node_modules', '.bin', name)

/** Runs a program in the repository. null when it is content, else what it said. */
function complaintOf(program: string, args: string[]): Promise<string | null> {
  const env = {
    ...process.env,
    PATH: `${join(repositoryRoot, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
  }
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { cwd: repositoryRoot, env, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve(error === null ? null : `${stdout}${stderr}`.trim() || error.message)
      },
    )
  })
}

/** Every file that git knows or would add. Without git (a downloaded archive): every file outside of the ignored folders. */
async function listFiles(): Promise<string[]> {
  const listed = await new Promise<string>((resolve) => {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard']
    execFile('git', args, { cwd: repositoryRoot, maxBuffer: 64 * 1024 * 1024 }, (error, stdout) =>
      resolve(error ? '' : stdout),
    )
  })
  const files = listed === '' ? walk('') : listed.split('\n').filter((file) => file !== '')
  return files.filter((file) => existsSync(join(repositoryRoot, file)))
}

function walk(folder: string): string[] {
  return readdirSync(join(repositoryRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    if (/^(node_modules|dist.*|\.git|\.data|test-results|playwright-report)$/.test(entry.name)) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? walk(path) : [path]
  })
}

function typeSteps(files: string[]): Step[] {
  return files
    .filter((file) => /(^|\/)tsconfig\.json$/.test(file))
    .map((file) => ({
      name: `types ${file.replace(/\/?tsconfig\.json$/, '') || '.'}`,
      run: () => complaintOf(bin('tsc'), ['-p', file]),
    }))
}

const checkTexts = 'packages/page-build/src/check-texts.ts'

/** The apps that people look at: those with texts. */
function pages(files: string[]): string[] {
  return [
    ...new Set(files.flatMap((file) => /^(apps\/[^/]+)\/src\/app\/texts\.en\.json$/.exec(file)?.[1] ?? [])),
  ]
}

async function boundaries(files: string[]): Promise<string | null> {
  const findings = findBoundaryBreaks(repositoryRoot, files)
  return findings.length === 0 ? null : findings.map(({ file, message }) => `${file}: ${message}`).join('\n')
}

// The lock file names versions and hashes; the registry is everyone's own choice.
async function lockFile(): Promise<string | null> {
  const lock = readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')
  const hosts = [...new Set([...lock.matchAll(/"resolved": "(https?:\/\/[^/"]+)/g)].map((match) => match[1]))]
  return hosts.length === 0 ? null : `package-lock.json names registry hosts: ${hosts.join(', ')}`
}

async function migrations(files: string[]): Promise<string | null> {
  const read = files
    .filter((file) => /^apps\/api\/migrations\/[^/]+\.sql$/.test(file))
    .map((file) => [basename(file), readFileSync(join(repositoryRoot, file), 'utf8')] as const)
  const unsafe = findUnsafeStatements(read)
  return unsafe.length === 0
    ? null
    : unsafe.map(({ file, statement, reason }) => `${file}: ${statement}\n  ${reason}`).join('\n')
}

async function steps(): Promise<Step[]> {
  const files = await listFiles()
  return [
    ...typeSteps(files),
    {
      name: 'lint and format',
      run: () => complaintOf(bin('biome'), ['ci', '--error-on-warnings', '--max-diagnostics=200']),
    },
    { name: 'dead code', run: () => complaintOf(bin('knip'), ['--no-progress']) },
    { name: 'boundaries', run: () => boundaries(files) },
    { name: 'migrations', run: () => migrations(files) },
    { name: 'translations', run: () => complaintOf(bin('node'), [checkTexts, ...pages(files)]) },
    { name: 'page weight', run: () => complaintOf(bin('node'), ['scripts/page-weight.ts']) },
    { name: 'lock file', run: lockFile },
  ]
}

/** null when it is content, else its name and what it said. */
async function runStep(step: Step): Promise<string | null> {
  const startedAt = performance.now()
  // A step that breaks has not checked anything.
  const complaint = await step.run().catch((error: Error) => error.stack ?? error.message)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${complaint === null ? 'ok    ' : 'failed'}  ${step.name} (${seconds} s)`)
  if (complaint === null) return null
  const indented = complaint.replace(/^/gm, '        ')
  console.log(indented)
  return `${step.name}\n${indented}`
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'string' } } })
  const queue = await steps()
  const total = queue.length
  const failures: string[] = []
  // Two at a time: the smallest machine has two cores.
  const worker = async () => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift())
      failures.push(...[await runStep(step)].filter((failure) => failure !== null))
  }
  await Promise.all([worker(), worker()])
  if (values.json !== undefined)
    writeFileSync(values.json, JSON.stringify({ passed: total - failures.length, failures }))
  const failed = failures.length
  console.log(failed === 0 ? `All ${total} checks passed.` : `${failed} of ${total} checks failed.`)
  process.exitCode = failed === 0 ? 0 : 1
}

await main()

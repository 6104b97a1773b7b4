// `npm test`. Like start.mjs it runs under whatever Node came with npm, before anything is installed.
import { spawn } from 'node:child_process'
import { oldNodeTrouble } from './old-node.mjs'

if (oldNodeTrouble) {
  console.error(oldNodeTrouble)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

const { InstallError, prepareRepository, repositoryRoot } = await import('./install.mjs')

let node
try {
  node = await prepareRepository()
} catch (error) {
  if (!(error instanceof InstallError)) throw error
  console.error(error.message)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

const runner = spawn(node, ['scripts/run-tests.ts', ...process.argv.slice(2)], {
  cwd: repositoryRoot,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => runner.kill(signal))
runner.on('exit', (code) => process.exit(code ?? 1))

// `node scripts/run.mjs <program> …`: one of the repository's own programs, also where nothing is installed yet, as on a machine that has
// to take a backup in. Like start.mjs it runs under whatever Node came with npm.
import { spawn } from 'node:child_process'
import { oldNodeTrouble } from './old-node.mjs'

if (oldNodeTrouble) {
  console.error(oldNodeTrouble)
  process.exit(1)
}

const { InstallError, prepareRepository, repositoryRoot } = await import('./install.mjs')

let node
try {
  node = await prepareRepository()
} catch (error) {
  if (!(error instanceof InstallError)) throw error
  console.error(error.message)
  process.exit(1)
}

const program = spawn(node, process.argv.slice(2), { cwd: repositoryRoot, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal))
program.on('exit', (code) => process.exit(code ?? 1))

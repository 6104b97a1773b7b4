// `node scripts/run.mjs <program> …`: one of the repository's own programs, also where nothing is installed yet, as on a machine that has
// to take a backup in. Like start.mjs it runs under whatever Node came with npm.
import { spawn } from 'node:child_process'
import { prepareNode } from './prepared-node.mjs'

const prepared = await prepareNode()
if (prepared === null) process.exit(1)

const program = spawn(prepared.node, process.argv.slice(2), {
  cwd: prepared.repositoryRoot,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal))
program.on('exit', (code) => process.exit(code ?? 1))

// `npm test`. Like start.mjs it runs under whatever Node came with npm, before anything is installed.
import { spawn } from 'node:child_process'
import { prepareNode } from './prepared-node.mjs'

const prepared = await prepareNode()
if (prepared === null) {
  console.log('0 passed, 1 failed')
  process.exit(1)
}

const runner = spawn(prepared.node, ['scripts/run-tests.ts', ...process.argv.slice(2)], {
  cwd: prepared.repositoryRoot,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => runner.kill(signal))
runner.on('exit', (code) => process.exit(code ?? 1))

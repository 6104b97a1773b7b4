// `npm start` and `npm run dev`. Runs under whatever Node came with npm, before anything is installed: plain
// JavaScript, built-in modules only. It installs what is missing and hands over to scripts/launch.ts under
// the repository's own Node.
import { spawn } from 'node:child_process'
import { readInFront } from './npm-in-front.mjs'
import { prepareNode } from './prepared-node.mjs'

// A terminal that went away must not end the clean-up half way.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

const prepared = await prepareNode()
if (prepared === null) process.exit(1)

const launcher = spawn(prepared.node, ['scripts/launch.ts', ...process.argv.slice(2)], {
  cwd: prepared.repositoryRoot,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => launcher.kill(signal))
launcher.on('exit', (code, signal) => {
  if (signal) console.error(`Kapao's launcher was ended by ${signal}; everything it started is stopping.`)
  process.exit(code ?? 1)
})

// npm killed outright cannot pass a signal on. Without npm in front, a changed parent means nothing.
if (process.env.npm_lifecycle_event) {
  const inFront = readInFront()
  setInterval(() => {
    if (readInFront() !== inFront && launcher.connected) launcher.disconnect()
  }, 250).unref()
}

// `npm run reconcile`: the books against the outside world and themselves, now.
import { runBeside } from './beside.ts'

// What only holds the payouts back asks nobody outside.
const isHold = process.argv.some((word) => /^--hold(?:=|$)/.test(word))
await runBeside('main-reconcile.ts', isHold ? null : 'secrets')

// `npm run reconcile`: the books against the outside world and themselves, now.
import { runBeside } from './beside.ts'

await runBeside('main-reconcile.ts', 'secrets')

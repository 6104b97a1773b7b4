// `npm run backup -- <folder>`: all that lasts, into an empty folder, while Kapao works on.
import { runBeside } from './beside.ts'

await runBeside('main-backup.ts', 'files')

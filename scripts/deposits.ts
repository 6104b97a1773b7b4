// `npm run deposits -- …`: what came in and waits for its owner, in the database of the Kapao that runs here or of DATABASE_URL.
import { runBeside } from './beside.ts'

// Crediting asks the games; the other words touch the database alone.
await runBeside('main-deposits.ts', process.argv[2]?.startsWith('credit') ? 'gateway' : null)

// `npm run deposits -- …`: what came in and waits for its owner, in the database of the Kapao that runs here or of DATABASE_URL.
import { runBeside } from './beside.ts'

await runBeside('main-deposits.ts', 'secrets')

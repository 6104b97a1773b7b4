// `npm run member -- …`: logs members out or switches them off, in the database of the Kapao that runs here or of DATABASE_URL.
import { runBeside } from './beside.ts'

await runBeside('main-member.ts')

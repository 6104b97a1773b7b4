// `npm run staff -- …`: the desk's accounts, in the database of the Kapao that runs here or of DATABASE_URL.
import { runBeside } from './beside.ts'

await runBeside('main-staff.ts')

// `npm run reseal`: what is sealed under the seal secret of before is sealed under the present one.
import { runBeside } from './beside.ts'

await runBeside('main-reseal.ts')

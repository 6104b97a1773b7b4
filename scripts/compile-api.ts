// Starts the API without a database, where it ends at once, as the image's build does: all that it is made of is then compiled in
// NODE_COMPILE_CACHE. Were a single module missing there, Node would load what takes the types out of it, and hold that too.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot, YOUNG_HEAP } from './settings.ts'

const entry = join(repositoryRoot, 'apps', 'api', 'src', 'main-api.ts')
const { DATABASE_URL: _, ...env } = process.env
// What it says is nobody's: where something else is wrong, the API's own start says so. What is compiled for another young heap is not taken.
const { signal, error } = spawnSync(process.execPath, [YOUNG_HEAP, entry], { env, stdio: 'ignore' })
// Ended before its time it has written nothing.
if (signal !== null || error !== undefined) process.exitCode = 1

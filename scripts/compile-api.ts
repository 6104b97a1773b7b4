// Starts the API without a database, where it ends at once, as the image's build does: all that it is made of is then compiled in
// NODE_COMPILE_CACHE. Were a single module missing there, Node would load what takes the types out of it, and hold that too.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryRoot } from './settings.ts'

const entry = join(repositoryRoot, 'apps', 'api', 'src', 'main-api.ts')
// What is compiled for one young heap is not taken for another.
const flags = process.execArgv.filter((flag) => flag.startsWith('--max-semi-space-size='))
const { DATABASE_URL: _, ...env } = process.env
const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, entry], { env, encoding: 'utf8' })
if (status !== 1 || !stdout.includes('DATABASE_URL is not set')) throw new Error(`${stdout}${stderr}`)

// Compiles what the API is made of, when that has changed or its cache is another's, before the API starts.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from './files.ts'
import { hashOfInputs } from './inputs.ts'
import { runProgram, type ServiceOptions } from './services.ts'
import { repositoryRoot } from './settings.ts'

const program = {
  name: 'compile-api',
  title: "API's compilation",
  args: [join(repositoryRoot, 'scripts', 'compile-api.ts')],
}

/** Compiling it in the API itself would leave that with 25 MB more, until its next start. */
export async function compileApi(options: ServiceOptions): Promise<void> {
  const folder = options.env.NODE_COMPILE_CACHE
  // An empty one is none: so Node reads it, too.
  if (!folder) return
  const inputs = hashOfInputs(join(repositoryRoot, 'apps', 'api'), [process.version])
  const stamp = join(folder, 'api.inputs')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return
  try {
    await runProgram(program, options)
    mkdirSync(folder, { recursive: true })
    writeWhole(stamp, inputs)
  } catch {
    // It is a gain and no more: the API then compiles itself, or is compiled anew at the next start.
  }
}

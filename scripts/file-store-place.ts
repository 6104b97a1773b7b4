// Where the Kapao of a data folder keeps its files, for a backup that is made beside it. No key of a bucket is written down.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeWhole } from './files.ts'
import { PlainError } from './plain-error.ts'
import { repositoryRoot } from './settings.ts'

type Place = { folder: string } | { bucket: string } | null

const rememberedFile = (dataFolder: string) => join(dataFolder, 'file-store.json')

/** As the environment names it; null for the folder below the data folder. */
function placeOf(env: NodeJS.ProcessEnv): Place {
  if (env.KAPAO_S3_ENDPOINT) return { bucket: env.KAPAO_S3_BUCKET ?? '' }
  return env.KAPAO_FILES ? { folder: resolve(repositoryRoot, env.KAPAO_FILES) } : null
}

export function rememberFileStore(dataFolder: string, env: NodeJS.ProcessEnv): void {
  writeWhole(rememberedFile(dataFolder), JSON.stringify(placeOf(env)), 0o600)
}

/** As the last launcher of the data folder left it; null, too, when there was none. */
function rememberedPlace(dataFolder: string): Place {
  try {
    const value: unknown = JSON.parse(readFileSync(rememberedFile(dataFolder), 'utf8'))
    if (typeof value !== 'object' || value === null) return null
    if ('folder' in value && typeof value.folder === 'string') return { folder: value.folder }
    return 'bucket' in value && typeof value.bucket === 'string' ? { bucket: value.bucket } : null
  } catch {
    return null
  }
}

/** What a command's environment wants so that it finds the files; what it names itself goes first. Refuses where only its own can say. */
export function fileStoreBeside(env: NodeJS.ProcessEnv, dataFolder: string): NodeJS.ProcessEnv {
  const place = placeOf(env) === null ? rememberedPlace(dataFolder) : null
  if (place === null) return {}
  if ('folder' in place) return { KAPAO_FILES: place.folder }
  throw new PlainError(
    `The files of this Kapao are in the bucket ${place.bucket}: set KAPAO_S3_ENDPOINT, KAPAO_S3_BUCKET, KAPAO_S3_ACCESS_KEY and KAPAO_S3_SECRET_KEY as it was started with.`,
  )
}

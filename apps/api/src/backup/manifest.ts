import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0))
// Names become paths and SQL: nothing but what we write ourselves is one.
const tableName = v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]{0,62}$/))
const fileName = v.pipe(v.string(), v.regex(/^[a-z0-9]{32,64}\.[a-z0-9]{2,5}$/))

/** What a backup says of itself. It is written last: a folder without one is no backup. */
const manifestSchema = v.object({
  format: v.literal(1),
  /** When the moment was that the backup is of. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  region: v.picklist(['th', 'la']),
  /** In the order in which they were applied, each with the hash of its text. */
  migrations: v.array(v.object({ name: v.pipe(v.string(), v.regex(/^\d{4}_\w+\.sql$/)), sha256 })),
  tables: v.array(v.object({ name: tableName, columns: v.array(tableName), rows: wholeNumber, sha256 })),
  sequences: v.array(v.object({ name: tableName, value: v.string(), isCalled: v.boolean() })),
  files: v.array(v.object({ name: fileName, bytes: wholeNumber, sha256 })),
  /** The newest link of the audit chain: with it a later look can tell that nothing was cut off. */
  chainHead: v.string(),
})

export type Manifest = v.InferOutput<typeof manifestSchema>
export type TableEntry = Manifest['tables'][number]

/** What is wrong with a backup or with where it should go; the message is for whoever typed the command. */
export class KeepingError extends Error {}

export const MANIFEST = 'manifest.json'
export const tablePath = (folder: string, name: string) => join(folder, 'tables', `${name}.copy.gz`)
export const keptPath = (folder: string, name: string) => join(folder, 'files', name)

export function sha256Of(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The manifest's own seal: a second file, so that a manifest cut short or changed by hand is seen. */
export const SEAL = 'manifest.sha256'

export async function readManifest(folder: string): Promise<Manifest> {
  const [text, seal] = await Promise.all([
    readFile(join(folder, MANIFEST), 'utf8').catch(() => null),
    readFile(join(folder, SEAL), 'utf8').catch(() => null),
  ])
  if (text === null || seal === null) throw new KeepingError(`${folder} holds no finished backup.`)
  if (sha256Of(text) !== seal.trim()) throw new KeepingError(`${MANIFEST} is not as it was written.`)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text)
  if (!parsed.success) throw new KeepingError(`${MANIFEST} makes no sense: ${parsed.issues[0].message}.`)
  return parsed.output
}

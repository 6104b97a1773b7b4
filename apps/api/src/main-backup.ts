import { resolve } from 'node:path'
import { backUp } from './backup/backup.ts'
import { KeepingError } from './backup/manifest.ts'
import { inWords, say } from './command-line.ts'
import { readConfig } from './environment/config.ts'
import { openFileStore } from './files/open-store.ts'

const WITHOUT_LOST = '--without-lost-files'
const words = process.argv.slice(2)
const [folder, ...rest] = words.filter((word) => word !== WITHOUT_LOST)
await inWords(async () => {
  if (folder === undefined || rest.length > 0)
    throw new KeepingError(`npm run backup -- <folder> [${WITHOUT_LOST}]     the folder is made, or is empty`)
  const config = readConfig(process.env)
  const { databaseUrl, region } = config
  const files = openFileStore(config)
  const manifest = await backUp({
    databaseUrl,
    region,
    files,
    folder: resolve(folder),
    isWithoutLost: words.includes(WITHOUT_LOST),
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `Backed up ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files, as of ${manifest.at}, into ${resolve(folder)}.\nAudit chain: ${manifest.chainHead}`,
  )
})

// `npm run restore -- <folder>`: a backup into the empty database of DATABASE_URL, or of a Kapao that does not run yet.
import { join } from 'node:path'
import { inWords, runOn } from './beside.ts'
import { startDatabase } from './database.ts'
import { fileStoreBeside } from './file-store-place.ts'
import { takeLock } from './lock.ts'
import { Logs } from './logs.ts'
import { readSettings } from './settings.ts'

await inWords(async () => {
  const settings = readSettings(process.env, false)
  const { dataFolder, region } = settings
  const files = fileStoreBeside(process.env, dataFolder)
  if (settings.databaseUrl !== null) return runOn(settings.databaseUrl, settings, 'main-restore.ts', files)
  const lock = takeLock(join(dataFolder, 'launcher.lock'), `The data folder ${dataFolder}`)
  const logs = new Logs(dataFolder)
  try {
    const database = await startDatabase({
      dataFolder,
      log: logs.file('database'),
      say: (line) => console.log(line),
      started: () => {},
      lost: (reason) => console.error(reason),
    })
    try {
      return await runOn(await database.open(`kapao_${region}`), settings, 'main-restore.ts', files)
    } finally {
      await database.stop()
    }
  } finally {
    logs.close()
    lock.release()
  }
})

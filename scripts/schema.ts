// `npm run schema`: writes apps/api/schema.sql, by a PostgreSQL of its own that all migrations are applied to.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../apps/api/src/database/migrate.ts'
import { startDatabase } from './database.ts'
import { writeWhole } from './files.ts'
import { schemaPath, schemaText } from './schema/text.ts'

const database = await startDatabase({
  dataFolder: mkdtempSync(join(tmpdir(), 'kapao-schema-')),
  log: 'ignore',
  say: () => {},
  started: () => {},
  lost: (reason) => console.error(`The database is lost: ${reason}`),
  temporary: true,
})
try {
  const url = await database.open('kapao')
  await migrate(url)
  writeWhole(schemaPath, await schemaText(url))
} finally {
  await database.stop()
}

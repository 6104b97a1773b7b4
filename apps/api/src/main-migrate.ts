import { openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { grantServing } from './database/serving-user.ts'
import { seedCanned } from './desk/seed-canned.ts'
import { openLogger } from './http/logger.ts'
import { seedDemoMember } from './operator/demo-member.ts'
import { regionMisfit } from './operator/region.ts'
import { seedOperator } from './operator/seed.ts'
import { begin } from './process.ts'
import { seedDemoStaff } from './staff/demo-staff.ts'

const log = openLogger('migrate')

begin(log, async (config) => {
  const database = openDatabase(config.databaseUrl, 2)
  const misfit = await regionMisfit(database, config.region)
  if (misfit !== null) throw new Error(misfit)
  const applied = await migrate(config.databaseUrl, {
    tell: (waiting) =>
      log.warn(waiting, 'a migration waits for a lock that others hold: they go on, and it comes again'),
  })
  await seedOperator(database, config)
  await seedCanned(database)
  await seedDemoMember(database, config)
  await seedDemoStaff(database, config)
  await database.close()
  if (config.servingDatabaseUrl !== null) await grantServing(config.databaseUrl, config.servingDatabaseUrl)
  log.info({ applied }, 'the database is up to date')
})

import type pg from 'pg'
import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import packageJson from 'pg-boss/package.json' with { type: 'json' }

/** Where pg-boss keeps schedules and runs: apart from the books, and in no backup. */
export const CLOCK_SCHEMA = 'pgboss'

/** Which shape of it this release's pg-boss works with. It grows with pg-boss's own releases. */
export const CLOCK_VERSION = packageJson.pgboss.schema

/** What the database has; null where there is nothing yet. */
export async function clockVersion(client: Pick<pg.Client, 'query'>): Promise<number | null> {
  const there = await client.query<{ isThere: boolean }>(
    `select to_regclass('${CLOCK_SCHEMA}.version') is not null as "isThere"`,
  )
  if (!there.rows[0]?.isThere) return null
  const { rows } = await client.query<{ version: number }>(`select version from ${CLOCK_SCHEMA}.version`)
  return rows[0]?.version ?? null
}

const END = 'COMMIT;'

/**
 * From one version to ours, whole or not at all. pg-boss would build indexes beside its work, after the commit: its tables are small here, and a
 * migration that died between the two would leave a schema that says it is new, and lacks what keeps runs apart.
 */
function migrationFrom(version: number): string {
  const plan = getMigrationPlans(CLOCK_SCHEMA, version)
  const end = plan.lastIndexOf(END)
  const after = plan.slice(end + END.length).replaceAll(' INDEX CONCURRENTLY ', ' INDEX ')
  return `${plan.slice(0, end)}${after}${END}`
}

/**
 * Makes the schema, or brings it to the shape of this release, by pg-boss's own statements. A newer one is left as it is: the release before comes
 * back to it when a release is taken back.
 */
export async function migrateClock(client: Pick<pg.Client, 'query'>): Promise<readonly string[]> {
  const found = await clockVersion(client)
  if (found !== null && found >= CLOCK_VERSION) return []
  await client.query(found === null ? getConstructionPlans(CLOCK_SCHEMA) : migrationFrom(found))
  return [`${CLOCK_SCHEMA} ${CLOCK_VERSION}`]
}

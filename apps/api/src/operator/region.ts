import * as v from 'valibot'
import type { Queries } from '../database/database.ts'
import type { Region } from '../environment/config.ts'

/** The row of operator_setting that says which region's seed the database had, beside those that the operator may change. */
const REGION = 'region'

const regionName = v.picklist(['th', 'la'])
const currencyNames = v.array(v.string())

/** Those of each region's seed; the other has none of them. */
export const OWN_CURRENCIES: Record<Region, readonly string[]> = { th: ['THB'], la: ['LAK', 'BAHT'] }

const EMPTY = 'the database is empty: run main-migrate.ts first'

async function isEmpty(queries: Queries): Promise<boolean> {
  const [table] = await queries.query<{ isThere: boolean }>(
    `select to_regclass('operator_setting') is not null as "isThere"`,
  )
  if (!table?.isThere) return true
  const [row] = await queries.query('select 1 from operator_setting limit 1')
  return row === undefined
}

/** A database that a release before has seeded says it by its currencies; null where they are of neither region, or of both. */
function regionByCurrencies(currencies: unknown): Region | null {
  const parsed = v.safeParse(currencyNames, currencies)
  const found = parsed.success ? parsed.output : []
  const regions = regionName.options.filter((region) =>
    OWN_CURRENCIES[region].some((currency) => found.includes(currency)),
  )
  return regions.length === 1 ? (regions[0] ?? null) : null
}

async function findRegion(queries: Queries): Promise<Region | null> {
  const rows = await queries.query<{ name: string; value: unknown }>(
    "select name, value from operator_setting where name in ($1, 'currencies')",
    [REGION],
  )
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  const kept = v.safeParse(regionName, values.get(REGION))
  return kept.success ? kept.output : regionByCurrencies(values.get('currencies'))
}

/** Why what is started for a region may not fill this database, which may be empty; null when it may. */
export async function regionMisfit(queries: Queries, region: Region): Promise<string | null> {
  const found = (await isEmpty(queries)) ? null : await findRegion(queries)
  if (found === null || found === region) return null
  return `the database is of the region ${found}, and this was started for ${region} (KAPAO_REGION; th where it is not set): set KAPAO_REGION=${found}, or name another database`
}

/** Why what is started for a region may not work on this database; null when it may. */
export async function databaseMisfit(queries: Queries, region: Region): Promise<string | null> {
  return (await isEmpty(queries)) ? EMPTY : regionMisfit(queries, region)
}

/** Throws where a process that is started for a region may not work on this database. */
export async function refuseMisfit(queries: Queries, region: Region): Promise<void> {
  const misfit = await databaseMisfit(queries, region)
  if (misfit !== null) throw new Error(misfit)
}

/** Binds the database to its region, once and for all. Throws where it is another's. */
export async function keepRegion(tx: Queries, region: Region): Promise<void> {
  const misfit = await regionMisfit(tx, region)
  if (misfit !== null) throw new Error(misfit)
  await tx.query('insert into operator_setting (name, value) values ($1, $2) on conflict do nothing', [
    REGION,
    JSON.stringify(region),
  ])
}

import type { Database } from '../database/database.ts'
import type { Config } from '../environment/config.ts'
import { addStaff } from './account.ts'

/** Who a first-time visitor can be at the desk. Never made in production. */
export const demoStaff = [
  { name: 'demo', displayName: 'Nong Kapao', role: 'agent', password: 'kapao-desk-1' },
  { name: 'demo-admin', displayName: 'Khun Kapao', role: 'admin', password: 'kapao-desk-1' },
] as const

/** Makes them, once. One that was disabled since stays so. */
export async function seedDemoStaff(database: Database, { production }: Config): Promise<void> {
  if (production) return
  for (const one of demoStaff) {
    const [known] = await database.query('select 1 from staff where name = $1', [one.name])
    if (!known) await addStaff(database, one)
  }
}

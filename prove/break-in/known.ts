// What an attacker who works here has: a place at the desk, and nobody who counts.
import type { Ground } from './attack.ts'

const DEMO = { name: 'demo-admin', password: 'kapao-desk-1' }

/** The cookie of an admin of the desk. */
export async function deskCookie(apiUrl: string): Promise<string> {
  const login = await fetch(`${apiUrl}/api/desk/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'kapao' },
    body: JSON.stringify(DEMO),
  })
  if (!login.ok) throw new Error(`the desk let nobody in: ${login.status}`)
  return (login.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

/** Forgets all requests that were counted: one after the other in the order in which they are counted, so that nobody waits in a circle. */
export async function uncount({ database }: Pick<Ground, 'database'>): Promise<void> {
  await database.query(
    'delete from rate_window where bucket in (select bucket from rate_window order by bucket for update)',
  )
}

/** Does it with nobody's requests counted: what is refused for its number says nothing of its text. */
export async function unlimited<T>(
  { database }: Pick<Ground, 'database'>,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await database.query<{ name: string; value: unknown }>(
    "select name, value from operator_setting where name like '%PerMinute'",
  )
  const write = (name: string, value: unknown) =>
    database.query('update operator_setting set value = $2 where name = $1', [name, JSON.stringify(value)])
  try {
    for (const { name } of rows) await write(name, 1_000_000_000)
    return await work()
  } finally {
    for (const { name, value } of rows) await write(name, value)
    await uncount({ database })
  }
}

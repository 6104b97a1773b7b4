import type { TestServer } from './server.ts'

/** Weeks begin on tomorrow's weekday: of all days that is the one whose last is longest ago, and none began today. */
export async function beginWeeksTomorrow(server: TestServer): Promise<void> {
  const [tomorrow] = await server.database.query<{ day: number }>(
    "select extract(isodow from now() at time zone $1 + interval '1 day')::int as day",
    [server.operator.current().timeZone],
  )
  await server.set('weekStartsOn', tomorrow?.day)
}

import type { TestServer } from './server.ts'

/** By the operator's clock it is a little after noon from here on, so that no day ends before a test does. Answers its name. */
export async function makeItNoon(server: TestServer): Promise<string> {
  const ahead = 12 - new Date().getUTCHours()
  // The names of these clocks say how far UTC is ahead of them.
  const timeZone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  await server.set('timeZone', timeZone)
  return timeZone
}

/** Weeks begin on tomorrow's weekday: of all days that is the one whose last is longest ago, and none began today. */
export async function beginWeeksTomorrow(server: TestServer): Promise<void> {
  const [tomorrow] = await server.database.query<{ day: number }>(
    "select extract(isodow from now() at time zone $1 + interval '1 day')::int as day",
    [server.operator.current().timeZone],
  )
  await server.set('weekStartsOn', tomorrow?.day)
}

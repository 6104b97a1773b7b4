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

/** Only time travel moves a mark under its refund. */
export async function letMarksMove(server: TestServer): Promise<void> {
  await server.database.query('alter table refund drop constraint refund_member_id_period_start_fkey')
}

/** Lets a week go by for all that losses are reckoned by: marks go out of the way first, so that no week meets the one before it. */
export async function letAWeekPass(server: TestServer): Promise<void> {
  for (const [table, ...columns] of [
    ['game_account', 'created_at', 'moved_at', 'credits_asked_at'],
    ['game_transfer', 'created_at', 'settled_at'],
  ]) {
    const earlier = columns.map((column) => `${column} = ${column} - interval '7 days'`)
    await server.database.query(`update ${table} set ${earlier.join(', ')}`)
  }
  for (const table of ['loss_mark', 'refund']) {
    for (const by of [`'100 years'`, `'-100 years -7 days'`]) {
      await server.database.query(
        `update ${table} set period_start = period_start + interval ${by}, created_at = created_at + interval ${by}`,
      )
    }
  }
}

import { changePassword } from '@kapao/contract/account'
import { changeDeskPassword, deskLogin } from '@kapao/contract/desk'
import { login } from '@kapao/contract/login'
import { beforeEach, expect, it } from 'vitest'
import { type Agent, newAgent } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember
let agent: Agent
const ofAgent = 'a-long-enough-password'

/** Whoever counts a hit may count more of them, but no hit is taken back. */
const KEEPS_HITS = `create function keeps_hits() returns trigger language plpgsql as $$ begin
    if new.hits < old.hits then raise 'no hit is taken back'; end if;
    return new;
  end $$`
const ON_EACH =
  'create trigger keeps_hits before update on rate_window for each row execute function keeps_hits()'

onTestServer(async (started) => {
  server = started
  member = await server.registeredMember()
  agent = await newAgent(server)
})

beforeEach(async () => {
  await server.database.query('drop function if exists keeps_hits cascade')
  // What is still to be taken back goes with the next hit that is counted.
  await server.ask(deskLogin, { body: { name: 'nobody', password: 'nobody’s password' } })
  await server.database.query(KEEPS_HITS)
  await server.database.query(ON_EACH)
})

it.each([
  ['a log-in of staff', () => server.ask(deskLogin, { body: { name: agent.name, password: ofAgent } })],
  [
    'a change of the password of staff',
    () => agent.ask(changeDeskPassword, { body: { oldPassword: ofAgent, newPassword: `${ofAgent}-2` } }),
  ],
  [
    'a member’s log-in',
    () => server.ask(login, { body: { username: member.phone, password: member.password } }),
  ],
  [
    'a member’s change of their password',
    () =>
      server.ask(changePassword, {
        body: { oldPassword: member.password, newPassword: `${member.password}-2` },
        token: member.token,
      }),
  ],
])('%s is answered as what it did, though its guesses cannot be taken back', async (_what, ask) => {
  expect(await ask()).toMatchObject({ ok: true })
})

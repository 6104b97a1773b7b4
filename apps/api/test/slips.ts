// Slips as a member hands them in and sees them judged.
import { listSlips } from '@kapao/contract/slip'
import { beforeEach, expect } from 'vitest'
import { onTestServer } from './on-test-server.ts'
import type { TestMember, TestServer } from './server.ts'
import { sendSlip } from './slip-pictures.ts'

/** One server for a file of tests that takes any number of slips, whose bank has nothing prepared, and whose books add up in the end. */
export function onSlipServer(begin: (server: TestServer) => Promise<void> | void): void {
  let server: TestServer
  onTestServer(
    async (started) => {
      server = started
      await server.set('slipsPerMinute', 10_000)
      await begin(server)
    },
    () => server.proveBooks(),
  )
  beforeEach(() => {
    server.gateways.bank.lookups.length = 0
  })
}

/** The newest first. */
export async function slipsOf(server: TestServer, { token }: TestMember) {
  const { slips } = await server.give(listSlips, { body: { page: 1, limit: 100 }, token })
  return slips
}

/** What became of the newest: its status and its reason. */
export async function outcomeOf(server: TestServer, member: TestMember) {
  const [slip] = await slipsOf(server, member)
  return slip && [slip.status, slip.note]
}

export async function handInAndJudge(server: TestServer, member: TestMember, picture: Buffer): Promise<void> {
  const answer = await sendSlip(server, member, picture)
  expect(answer).toMatchObject({ status: 200, message: 'SUCCESS' })
  await server.judgeSlips()
}

// What a member has is read in one statement: a look at the games that is written down between two would be in one of them alone.
import { activateBonus } from '@kapao/contract/bonus'
import { fromMinorUnits } from '@kapao/money/minor'
import { beforeEach, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { activeBonus, openGame, putIn } from '../../test/bonuses.ts'
import { onBonusServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import type { Queries } from '../database/database.ts'
import { creditUnderCondition, lockActive } from './condition.ts'
import { applyDeposit, judgeInside } from './judge.ts'

let server: TestServer
let member: TestMember

onBonusServer((started) => {
  server = started
})
/** 400 in the wallet and 600 in the game. */
beforeEach(async () => {
  member = await server.member()
  await server.payIn(member, '1000.00')
  await openGame(server, member)
  await putIn(server, member, 600)
})

const choose = () => server.give(activateBonus, { params: { code: 'HALF' }, token: member.token })

/** What another look writes down right after each statement that reads what the member has. */
function besideLook(tx: Queries, credits: string, doubt: string): Queries {
  return {
    async query(sql, values) {
      const rows = await tx.query<never>(sql, values)
      if (/member_least|member_total|member_most|doubtful_accounts/.test(sql)) {
        await server.database.query(
          'update game_account set credits_minor = $2, doubt_minor = $3 where member_id = $1',
          [member.id, parseDecimal(credits), parseDecimal(doubt)],
        )
      }
      return rows
    },
  }
}

it('a deposit begins a bonus while a look finds the game empty', async () => {
  await choose()
  await server.database.transaction((tx) =>
    applyDeposit(besideLook(tx, '0.00', '0.00'), member.id, parseDecimal('200.00'), true),
  )
  expect(await activeBonus(server, member)).toMatchObject({ base: parseDecimal('1100.00') })
})

it('a credit begins its condition while a look finds a win', async () => {
  await server.database.transaction(async (tx) => {
    await lockActive(tx, member.id)
    const credit = { kind: 'invite', description: '', successPercent: 500, failPercent: 10 } as const
    const amount = fromMinorUnits(5000n)
    await creditUnderCondition(
      besideLook(tx, '900.00', '0.00'),
      { id: member.id, currency: 'THB' },
      { ...credit, amount },
    )
  })
  expect(await activeBonus(server, member)).toMatchObject({ base: parseDecimal('1050.00') })
})

it('a base is not lowered by what a look has just put in doubt', async () => {
  await choose()
  await server.payIn(member, '200.00')
  await server.database.query('update condition set base_doubt_minor = 60000 where member_id = $1', [
    member.id,
  ])
  await server.database.transaction((tx) => judgeInside(besideLook(tx, '0.00', '600.00'), member.id))
  expect(await activeBonus(server, member)).toMatchObject({ base: parseDecimal('1300.00') })
})

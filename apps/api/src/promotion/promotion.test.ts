import { clearBonus } from '@kapao/contract/bonus'
import { activatePromotion, currentPromotion, findPromotion } from '@kapao/contract/promotion'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import { activeBonus, proveBonuses } from '../../test/bonuses.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestMember, TestServer } from '../../test/server.ts'

let server: TestServer
let member: TestMember

onTestServer((started) => {
  server = started
}, proveBonuses)
beforeEach(async () => {
  member = await server.member()
})

const promote = (code: string) => server.ask(activatePromotion, { params: { code }, token: member.token })
const clear = () => server.give(clearBonus, { token: member.token })

describe('a promotion', () => {
  it.each(['KAPAO50', 'kapao50', ' Kapao50 ', '\u200bKAPAO50\u2060'])('is found as %s', async (code) => {
    expect(await server.give(findPromotion, { params: { code }, token: member.token })).toMatchObject({
      code: 'KAPAO50',
      percentFail: 10,
    })
  })

  it('that there is not is not found', async () => {
    for (const call of [findPromotion, activatePromotion] as const) {
      expect(await server.ask(call, { params: { code: 'NOPE' }, token: member.token })).toMatchObject({
        status: 400,
        message: 'NO_PROMOTION',
      })
    }
  })

  it('cannot be guessed: who has named thirty that there are not is told of none for the rest of the minute', async () => {
    const { token } = member
    const limited = {
      status: 429,
      message: 'REQUEST_LIMIT_1MIN',
      details: { retryAfter: expect.any(Number) },
    }
    // Those that there are do not count.
    for (let time = 0; time < 31; time += 1)
      await server.give(findPromotion, { params: { code: 'KAPAO50' }, token })
    for (let time = 0; time < 15; time += 1)
      for (const call of [findPromotion, activatePromotion] as const)
        expect(await server.ask(call, { params: { code: `GUESS${time}` }, token })).toMatchObject({
          message: 'NO_PROMOTION',
        })
    for (const code of ['GUESS', 'KAPAO50'])
      for (const call of [findPromotion, activatePromotion] as const)
        expect(await server.ask(call, { params: { code }, token })).toMatchObject(limited)
    const other = await server.member()
    await server.give(findPromotion, { params: { code: 'KAPAO50' }, token: other.token })
  })

  it('is current from the choice to the end, and received once', async () => {
    const current = () => server.give(currentPromotion, { token: member.token })
    const found = () => server.give(findPromotion, { params: { code: 'KAPAO50' }, token: member.token })
    const offered = await found()
    expect(offered).not.toHaveProperty('received')
    expect(await current()).toEqual({ promotion: null })
    expect(await promote('kapao50')).toMatchObject({ ok: true })
    expect(await current()).toMatchObject({ promotion: { code: 'KAPAO50', percentFail: 10 } })
    expect(await promote('KAPAO50')).toMatchObject({ message: 'BONUS_ALREADY_ACTIVE' })
    await server.payIn(member, '300.00')
    expect(await server.balance(member)).toBe(parseDecimal('450.00'))
    expect(await activeBonus(server, member)).toMatchObject({ type: 'promotion', code: 'KAPAO50' })
    await clear()
    expect(await current()).toEqual({ promotion: null })
    expect(await promote('KAPAO50')).toMatchObject({ status: 409, message: 'PROMOTION_RECEIVED' })
    expect(await found()).toEqual({ ...offered, received: true })
  })

  it('given up before a deposit may be chosen again', async () => {
    await promote('KAPAO50')
    await clear()
    expect(await promote('KAPAO50')).toMatchObject({ ok: true })
  })
})

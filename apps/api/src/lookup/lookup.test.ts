import {
  lookupAgreements,
  lookupBanks,
  lookupConditions,
  lookupContact,
  lookupDeposit,
  lookupInfo,
  lookupNotice,
  lookupRegisterOtp,
  lookupSlip,
  lookupSources,
  lookupWithdraw,
} from '@kapao/contract/lookup'
import { lookupActive, lookupEnableChatWidget } from '@kapao/contract/service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../../test/calls.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let lao: TestServer

beforeAll(async () => {
  server = await startTestServer()
  lao = await startTestServer('la')
})
afterAll(async () => {
  await server.stop()
  await lao.stop()
})

describe('to everyone', () => {
  it('the banks are told in the operator’s order, by all their names', async () => {
    const { banks } = await server.give(lookupBanks)
    expect(banks.slice(0, 2).map((bank) => bank.code)).toEqual(['KBANK', 'KTB'])
    expect(banks.find((bank) => bank.code === 'SCB')).toMatchObject({
      nameTH: 'ธนาคารไทยพาณิชย์',
      nameEN: 'Siam Commercial Bank',
    })
    const { banks: laoBanks } = await lao.give(lookupBanks)
    expect(laoBanks.every((bank) => bank.nameLA !== undefined)).toBe(true)
  })

  it('a bank whose account numbers are all of one length tells it, and nothing else beside its names', async () => {
    const { banks } = await server.give(lookupBanks)
    const lengthOf = (code: string) => banks.find((bank) => bank.code === code)?.digits
    expect([lengthOf('KBANK'), lengthOf('GSB')]).toEqual([10, 12])
    const told = new Set(banks.flatMap((bank) => Object.keys(bank)))
    expect([...told].sort()).toEqual(['code', 'digits', 'nameEN', 'nameLA', 'nameTH'])
    const { banks: laoBanks } = await lao.give(lookupBanks)
    expect(laoBanks.map((bank) => bank.digits)).toContain(undefined)
  })

  it('the sources of a registration are told', async () => {
    const { sources } = await server.give(lookupSources)
    expect(sources.map((source) => source.code)).toContain('FRIEND')
  })

  it('the limits of a withdrawal are numbers in the build’s currency', async () => {
    for (const [one, currency] of [
      [server, 'THB'],
      [lao, 'LAK'],
    ] as const) {
      const { withdrawMin, withdrawMax } = one.operator.current()
      expect(await one.give(lookupWithdraw)).toMatchObject({
        withdrawMin: withdrawMin[currency],
        withdrawMax: withdrawMax[currency],
      })
    }
  })

  it('the notice leaves its percentage to the wallet', async () => {
    expect((await server.give(lookupNotice)).notice).toContain('%percentFail%')
  })

  it('texts, contact and name are the operator’s', async () => {
    expect((await server.give(lookupConditions)).conditions).toEqual(server.operator.current().conditions)
    expect((await server.give(lookupAgreements)).agreements).toEqual(server.operator.current().agreements)
    expect(await server.give(lookupContact)).toEqual(server.operator.current().contact)
    expect(await server.give(lookupInfo)).toEqual({ name: 'Kapao', website: 'https://kapao.example' })
  })

  it.each([
    ['registerOTP', lookupRegisterOtp, { registerOTP: false, currencies: ['THB'] }, true],
    ['enableChatWidget', lookupEnableChatWidget, { enableChatWidget: false }, true],
    ['slipUpload', lookupSlip, { isActive: false }, true],
    ['terminated', lookupActive, { terminated: 'gone' }, ''],
  ] as const)('the switch %s is told as it stands', async (name, call, answer, before) => {
    const [value] = Object.values(answer)
    expect(await server.give(call)).not.toEqual(answer)
    await server.set(name, value)
    try {
      expect(await server.give(call)).toEqual(answer)
    } finally {
      await server.set(name, before)
    }
  })

  it('a change of the operator’s is seen without a restart, whoever made it', async () => {
    await server.database.query(`update operator_setting set value = '"Purse"' where name = 'name'`)
    await expect.poll(() => server.give(lookupInfo)).toMatchObject({ name: 'Purse' })
    await server.set('name', 'Kapao')
  })

  it('a setting of nonsense leaves the last good ones standing', async () => {
    await expect(server.set('transferMin', 'a lot')).rejects.toThrow(/transferMin/)
    expect(await server.give(lookupInfo)).toMatchObject({ name: 'Kapao' })
    await server.set('transferMin', { THB: 1 })
  })

  it('no answer may be kept by a browser or a proxy', async () => {
    const answer = await sendRaw(server, lookupBanks)
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('to a member, the deposit call', () => {
  it('tells the accounts to pay into, never the one that pays out', async () => {
    const { token } = await server.member()
    const { banks, wallets, isManual } = await server.give(lookupDeposit, { token })
    expect(banks.filter((bank) => bank.bankType === 'QR').map((bank) => bank.bankCode)).toEqual([
      'KBANK',
      'WW',
      'PAYTIMZ',
    ])
    // What a code may be of; a transfer may be of any amount.
    expect(banks.find((bank) => bank.bankCode === 'WW')?.minDeposit).toBe(10_000n)
    expect(banks.filter((bank) => bank.bankType === 'BANK' && bank.minDeposit !== undefined)).toEqual([])
    const payout = server.operator.current().accounts.find((account) => account.purpose === 'payout')
    expect(banks.map((bank) => bank.bankAccountNo)).not.toContain(payout?.accountNo)
    expect(banks.every((bank) => bank.currency === 'THB' && bank.bank.nameTH !== '')).toBe(true)
    expect({ wallets, isManual }).toEqual({
      wallets: [{ walletAccountName: expect.any(String), walletAccountNo: '0700000001', mode: 'AUTO' }],
      isManual: false,
    })
  })

  it.each(['LAK', 'BAHT'])('tells only those in their currency: %s', async (currency) => {
    const { token } = await lao.member({ currency })
    const { banks } = await lao.give(lookupDeposit, { token })
    expect(banks.length).toBeGreaterThan(0)
    expect(new Set(banks.map((bank) => bank.currency))).toEqual(new Set([currency]))
  })

  it('is for members alone', async () => {
    expect(await server.ask(lookupDeposit)).toMatchObject({ status: 401, message: 'UNAUTHORIZED' })
  })
})

import { access } from 'node:fs/promises'
import { ENGLISH_NAME_BANKS } from '@kapao/contract/account'
import { qrProviders } from '@kapao/contract/qrcode'
import { gameCategories } from '@kapao/contract/wallet'
import { bankSymbol, sendingBankOf } from '@kapao/emv/bank-codes'
import { writeLaoQr } from '@kapao/emv/lao-qr'
import { writeThaiBillPayment } from '@kapao/emv/thai-qr'
import { formatShort } from '@kapao/money/format'
import { fromWire, ZERO } from '@kapao/money/minor'
import { joinWords } from '@kapao/page-build/whole-words'
import { isPossiblePhoneNumber, isValidPhoneNumber } from 'libphonenumber-js/max'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../scripts/test-database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { type Config, type Region, readConfig } from '../environment/config.ts'
import { judgeBankAccount } from '../member/bank-account.ts'
import { judgePhone } from '../member/phone.ts'
import { demoMembers, seedDemoMember } from './demo-member.ts'
import type { Banner, Offer } from './offers.ts'
import { type Operator, type OperatorState, openOperator } from './operator.ts'
import { seedOperator } from './seed.ts'

const SEEDED = [
  'operator_setting',
  'bank',
  'registration_source',
  'operator_account',
  'operator_wallet',
  'game',
  'bonus',
  'promotion',
  'wheel',
  'wheel_slice',
  'coin_entry',
]

function configOf(region: Region, databaseUrl: string): Config {
  return readConfig({ NODE_ENV: 'test', DATABASE_URL: databaseUrl, KAPAO_REGION: region })
}

/** Every row of what the seed fills, and of the members, as text. */
async function contents(database: Database): Promise<string[]> {
  const rows: string[] = []
  for (const table of [...SEEDED, 'member']) {
    const found = await database.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t order by 1`,
    )
    rows.push(`${table}: ${found.length}`, ...found.map((one) => one.row))
  }
  return rows
}

/** Every text that the operator shows to players. */
function textsOf(state: OperatorState): string[] {
  return [
    ...state.conditions,
    ...state.agreements,
    state.notice,
    state.contact.contactText,
    state.otpText,
    ...state.sources.map((source) => source.description),
    ...[...state.banks.values()].flatMap((bank) => [bank.nameTh, bank.nameLa ?? '']),
  ]
}

const regions = [
  { region: 'th', currencies: ['THB'], script: /[ก-๛]/ },
  { region: 'la', currencies: ['LAK', 'BAHT'], script: /[ກ-ໝ]/ },
] as const

describe.each(regions)('a new operator in $region', ({ region, currencies, script }) => {
  let test: TestDatabase
  let database: Database
  let operator: Operator
  const onError = vi.fn()

  beforeAll(async () => {
    test = await createTestDatabase(region)
    database = openDatabase(test.url, 4)
    // Its template was filled by the first start: an empty database, migrated and seeded.
    operator = await openOperator(database, onError)
  })
  afterAll(() => test.drop())

  it('has settings that can be read, in its currencies', () => {
    const state = operator.current()
    expect(state.isClosed).toBe(false)
    expect(state.currencies).toEqual(currencies)
    expect(state.englishNameBanks).toEqual(ENGLISH_NAME_BANKS)
    expect(state.requestsPerMinute).toBe(60_000)
    for (const currency of currencies) {
      const { withdrawMin, withdrawMax, transferMin } = state
      expect(withdrawMin[currency]).toBeGreaterThan(ZERO)
      expect(withdrawMax[currency]).toBeGreaterThan(withdrawMin[currency] ?? ZERO)
      expect(transferMin[currency]).toBe(fromWire(1))
    }
  })

  it('has all twelve games, each with a ratio for every currency and pictures that the wallet has', async () => {
    const games = [...operator.current().games.values()]
    expect(games.map((game) => game.code).toSorted()).toEqual(
      'AREASLOT ASKMEBET BETFLIX CIRCUS HUAYHD IMI JOKER2 PG PGSLOT SLOTRACHA UFABET USUN'.split(' '),
    )
    for (const game of games) {
      expect([...game.ratios.keys()]).toEqual(currencies)
      for (const picture of [game.logo, game.background]) {
        await access(new URL(`../../../wallet/public${picture}`, import.meta.url))
      }
      expect(game.web).toBe(`http://127.0.0.1:8090/play/${game.code}`)
    }
    expect(new Set(games.map((game) => game.name)).size).toBe(games.length)
    expect(new Set(games.map((game) => game.category))).toEqual(new Set(gameCategories))
    expect(games.filter((game) => game.hasFormLogin).map((game) => game.code)).toEqual(['UFABET'])
  })

  it('can take money in and pay it out in every currency', () => {
    const { accounts, qrMin } = operator.current()
    for (const currency of currencies) {
      const own = accounts.filter((account) => account.currency === currency)
      const deposits = own.filter((account) => account.purpose === 'deposit' && account.mode === 'AUTO')
      expect(new Set(deposits.map((account) => account.bankCode)).size).toBeGreaterThanOrEqual(2)
      expect(own.filter((account) => account.purpose === 'payout')).toHaveLength(1)
      for (const provider of qrProviders) {
        expect(own.filter((account) => account.qrProvider === provider)).toHaveLength(1)
        expect(qrMin[provider]?.[currency]).toBeGreaterThan(ZERO)
      }
    }
  })

  it('has banks that a slip and a feed can name', () => {
    const codes = [...operator.current().banks.keys()]
    // A bank that came in under another symbol than ours would be nobody's.
    expect(codes.map(bankSymbol)).toEqual(codes)
    for (const code of codes) expect(code).toMatch(/^[A-Z0-9]{2,12}$/)
    expect(new Set(codes.map(sendingBankOf)).size).toBe(codes.length)
    if (region === 'th') for (const code of codes) expect(sendingBankOf(code)).toMatch(/^\d{3}$/)
    else expect(codes).toContain('BIDV')
  })

  if (region === 'la')
    it('calls the banks of Laos by the letters that people know them by', () => {
      const { banks } = operator.current()
      for (const code of ['BCEL', 'LDB', 'JDB', 'APB']) {
        const { nameTh, nameEn, nameLa } = banks.get(code) ?? {}
        for (const name of [nameTh, nameEn, nameLa]) expect(name).toMatch(new RegExp(`^${code}\u00a0· .{5}`))
      }
    })

  it('has billers that a payment code can carry', () => {
    const amount = fromWire(1000) ?? ZERO
    const billers = operator.current().accounts.filter((account) => account.purpose === 'qr')
    expect(billers).toHaveLength(qrProviders.length * currencies.length)
    for (const { billerId, currency } of billers) {
      if (currency === 'THB') {
        const code = writeThaiBillPayment({ billerId: billerId ?? '', reference: 'KP1', amount })
        expect(code).toContain(billerId)
        continue
      }
      const [iin = '', receiverId = ''] = (billerId ?? '').split(':')
      const asKip = currency === 'LAK' ? 'LAK' : 'BAHT'
      expect(writeLaoQr({ iin, receiverId, reference: 'KP1', amount, currency: asKip })).toContain(receiverId)
    }
  })

  it('has offers that begin and can end, in every currency, in the language of its players', async () => {
    const { bonuses, promotions, inviteBanners, refundBanners, ...state } = operator.current()
    expect(new Set([...bonuses.values()].map((bonus) => bonus.type))).toEqual(
      new Set(['limit', 'day', 'week']),
    )
    expect(bonuses.size).toBeGreaterThanOrEqual(4)
    expect(promotions.size).toBeGreaterThanOrEqual(2)
    for (const offer of [...bonuses.values(), ...promotions.values()]) {
      expect(offer.code).toBe(offer.code.toUpperCase())
      expect(offer.description).toMatch(script)
      expect(Object.keys(offer.cap)).toEqual(currencies)
      expect(offer.successPercent).toBeGreaterThan(100)
      // Free clearing must not give away bonus money that is still there.
      expect(offer.failPercent * (100 + offer.percent)).toBeLessThanOrEqual(10_000)
    }
    const banners = [...bonuses.values()].flatMap((bonus) => bonus.banners)
    for (const { image, html } of [...banners, ...inviteBanners, ...refundBanners]) {
      await access(new URL(`../../../wallet/public${image}`, import.meta.url))
      expect(html).toMatch(script)
      expect(html).not.toMatch(/ໍາ|ํา/)
    }
    for (const text of [state.inviteDescription, state.refundDescription, state.refundInfo]) {
      expect(text).toMatch(script)
    }
    expect(Object.keys(state.refundMin)).toEqual(currencies)
  })

  it('says before an offer is taken which deposit brings it, and how far its money has to be played', () => {
    const { bonuses, promotions, ...state } = operator.current()
    const wordsOf = (banners: readonly Banner[]) => banners.map(({ html }) => html).join('')
    const minDeposit: Offer['minDeposit'] = {}
    const offers = [
      { words: wordsOf(state.inviteBanners), successPercent: state.inviteSuccessPercent, minDeposit },
      { words: wordsOf(state.refundBanners), successPercent: state.refundSuccessPercent, minDeposit },
      ...[...promotions.values()].map((one) => ({ ...one, words: one.description })),
      ...[...bonuses.values()].map((one) => ({ ...one, words: wordsOf(one.banners) })),
    ]
    for (const offer of offers) {
      const least = Object.values(offer.minDeposit).map((amount) => `${formatShort(amount ?? ZERO)}\\s`)
      for (const said of [...least, `${offer.successPercent}% `])
        expect(offer.words).toMatch(new RegExp(`[ก-๛ກ-ໝ] ${said}`))
    }
  })

  it('has account numbers that nobody else has: at no other of its banks, and at no real one', () => {
    const { accounts } = operator.current()
    const numbers = accounts.map((account) => `${account.bankCode} ${account.accountNo}`)
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const { accountNo, billerId } of accounts) {
      expect(accountNo).toMatch(/^99\d+$/)
      if (billerId !== null) expect(billerId).toMatch(/^9999/)
    }
  })

  it('speaks to its players in their language, spelled with the one proper sign for am', () => {
    const state = operator.current()
    expect(state.conditions.length).toBeGreaterThanOrEqual(4)
    for (const text of [...state.conditions, ...state.agreements, state.notice, state.contact.contactText]) {
      expect(text).toMatch(script)
    }
    for (const text of textsOf(state)) expect(text).not.toMatch(/ໍາ|ํา/)
    expect(state.notice).toContain('%percentFail%')
    expect(state.contact.lineQR).toMatch(/^data:image\/svg\+xml,/)
  })

  it('tells them its words held together, and text messages as they are written', () => {
    const { agreements, otpText } = operator.current()
    const joined = joinWords({ th: 'ปลอดภัย', la: 'ລະຫັດຜ່ານ' }[region], region)
    expect(joined).toContain('\u2060')
    expect(agreements.join('\n')).toContain(joined)
    expect(otpText).not.toContain('\u2060')
  })

  it('sends a text message whose first six digits in a row are the code', () => {
    const text = operator.current().otpText.replace('{otp}', '040506').replace('{ref}', '999999')
    expect(/\d{6}/.exec(text)?.[0]).toBe('040506')
    expect(text).toContain('999999')
    // Beyond 70 letters of Thai or Lao each code would be paid for as two messages.
    expect(text.length).toBeLessThanOrEqual(70)
  })

  it('has a demo member whom its own rules would let in', async () => {
    const config = configOf(region, test.url)
    await seedDemoMember(database, config)
    const { phone } = demoMembers[region]
    expect(judgePhone(phone, region)).toBe('ok')
    // Their codes are sent to nobody: no phone in the world has this number.
    expect(isPossiblePhoneNumber(phone, region === 'th' ? 'TH' : 'LA')).toBe(true)
    expect(isValidPhoneNumber(phone, region === 'th' ? 'TH' : 'LA')).toBe(false)
    const [member] = await database.query<{
      bankCode: string
      bankAccountName: string
      bankAccountNo: string
      currency: string
    }>('select bank_code, bank_account_name, bank_account_no, currency from member where username = $1', [
      phone,
    ])
    if (!member) throw new Error('no demo member')
    const { currency, ...bank } = member
    expect(judgeBankAccount(operator.current(), bank, region === 'la')).toEqual(bank)
    expect(currencies).toContain(currency)
  })

  it('gives the demo member of an earlier release, whose number may be somebody’s, the new one', async () => {
    const { phone } = demoMembers[region]
    const idOf = () => database.query('select id from member where username = $1', [phone])
    const before = await idOf()
    await database.query("update member set username = '0600000001' where username = $1", [phone])
    await seedDemoMember(database, configOf(region, test.url))
    expect(await idOf()).toEqual(before)
  })

  it('is not changed by a second start', async () => {
    const before = await contents(database)
    await seedOperator(database, configOf(region, test.url))
    await seedDemoMember(database, configOf(region, test.url))
    expect(await contents(database)).toEqual(before)
  })

  it('keeps what the operator has changed since, and gets back a setting that is missing', async () => {
    await database.query("update operator_setting set value = '45' where name = 'qrMinutes'")
    await database.query("delete from operator_setting where name = 'loginTriesPerMinute'")
    await database.query("delete from operator_setting where name = 'wheelActive'")
    await database.query("update wheel set name = 'Other'")
    await database.query("delete from game where code = 'IMI'")
    await database.query("delete from bonus where code = 'DAILY10'")
    await seedOperator(database, configOf(region, test.url))
    await operator.reload()
    expect(operator.current().qrMinutes).toBe(45)
    expect(operator.current().loginTriesPerMinute).toBe(5)
    expect(operator.current().wheel?.name).toBe('Other')
    expect(operator.current().games.has('IMI')).toBe(false)
    expect(operator.current().bonuses.has('DAILY10')).toBe(false)
  })
})

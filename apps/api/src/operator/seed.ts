import { readFile } from 'node:fs/promises'
import { bonusTypes } from '@kapao/contract/bonus'
import { banner } from '@kapao/contract/values'
import { joinAmounts, joinWords } from '@kapao/page-build/whole-words'
import * as v from 'valibot'
import { parse } from 'yaml'
import type { Database, Queries } from '../database/database.ts'
import type { Config } from '../environment/config.ts'
import { keepRegion } from './region.ts'
import { seedWheel, wheelEntry } from './seed-wheel.ts'

const bank = v.object({
  code: v.string(),
  nameTH: v.string(),
  nameEN: v.string(),
  nameLA: v.optional(v.string()),
  digits: v.optional(v.number()),
})
const account = v.object({
  purpose: v.picklist(['deposit', 'payout', 'qr']),
  bankCode: v.string(),
  mode: v.string(),
  accountName: v.string(),
  accountNo: v.string(),
  currency: v.string(),
  qrProvider: v.optional(v.string()),
  billerId: v.optional(v.string()),
})
const game = v.object({
  code: v.string(),
  name: v.string(),
  category: v.picklist(['slot', 'sport', 'casino', 'lotto']),
  logo: v.string(),
  background: v.string(),
  ratios: v.record(v.string(), v.string()),
  web: v.optional(v.string()),
  android: v.optional(v.string()),
  ios: v.optional(v.string()),
  formLogin: v.optional(v.boolean(), false),
})

const wholeNumber = v.pipe(v.number(), v.integer())
const offer = {
  code: v.string(),
  description: v.string(),
  percent: wholeNumber,
  cap: v.optional(v.record(v.string(), v.number()), {}),
  minDeposit: v.optional(v.record(v.string(), v.number()), {}),
  successPercent: wholeNumber,
  failPercent: wholeNumber,
}
const bonus = v.object({
  ...offer,
  type: v.picklist(bonusTypes),
  maxReceived: wholeNumber,
  maxClaims: v.optional(wholeNumber),
  banners: v.optional(v.array(banner), []),
})

/** The shape of regions/<region>.yaml. Settings themselves are judged by settings.ts when they are read. */
const regionFile = v.object({
  settings: v.record(v.string(), v.unknown()),
  banks: v.array(bank),
  sources: v.array(v.object({ code: v.string(), description: v.string() })),
  accounts: v.array(account),
  wallets: v.array(v.object({ accountName: v.string(), accountNo: v.string(), mode: v.string() })),
  games: v.array(game),
  bonuses: v.array(bonus),
  promotions: v.array(v.object(offer)),
  wheel: wheelEntry,
})

type RegionFile = v.InferOutput<typeof regionFile>

/** Written plainly, and told with the words, and a number and its unit, held together as the wallet's own texts have them (docs/decisions/whole-words.md). */
async function readRegionFile({ region, gatewayUrl }: Config): Promise<RegionFile> {
  const text = await readFile(new URL(`../../regions/${region}.yaml`, import.meta.url), 'utf8')
  const whole = (key: unknown, value: unknown) =>
    // A text message is shown by whatever phone there is.
    typeof value === 'string' && key !== 'otpText' ? joinWords(joinAmounts(value), region) : value
  // {gateway} stands for where the outside world answers, which is this machine's own matter.
  return v.parse(regionFile, parse(text.replaceAll('{gateway}', gatewayUrl), whole))
}

async function seedBanks(tx: Queries, file: RegionFile): Promise<void> {
  for (const [position, one] of file.banks.entries()) {
    await tx.query(
      `insert into bank (code, name_th, name_en, name_la, account_digits, position) values ($1, $2, $3, $4, $5, $6)`,
      [one.code, one.nameTH, one.nameEN, one.nameLA ?? null, one.digits ?? null, position],
    )
  }
  for (const [position, one] of file.accounts.entries()) {
    await tx.query(
      `insert into operator_account (purpose, bank_code, bank_type, mode, account_name, account_no, currency,
         qr_provider, biller_id, position)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        one.purpose,
        one.bankCode,
        one.purpose === 'qr' ? 'QR' : 'BANK',
        one.mode,
        one.accountName,
        one.accountNo,
        one.currency,
        one.qrProvider ?? null,
        one.billerId ?? null,
        position,
      ],
    )
  }
}

async function seedGames(tx: Queries, file: RegionFile): Promise<void> {
  for (const [position, one] of file.games.entries()) {
    await tx.query(
      `insert into game (code, name, category, logo, background, ratios, web, android, ios, has_form_login, position)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        one.code,
        one.name,
        one.category,
        one.logo,
        one.background,
        JSON.stringify(one.ratios),
        one.web ?? null,
        one.android ?? null,
        one.ios ?? null,
        one.formLogin,
        position,
      ],
    )
  }
}

/** Its offers come with a version's settings for them; those of a code that is there already stay as they are. */
async function seedOffers(tx: Queries, { bonuses, promotions }: RegionFile): Promise<void> {
  const shared = 'code, description, percent, cap, min_deposit, success_percent, fail_percent, position'
  const valuesOf = (one: RegionFile['promotions'][number], position: number) => [
    one.code,
    one.description,
    one.percent,
    JSON.stringify(one.cap),
    JSON.stringify(one.minDeposit),
    one.successPercent,
    one.failPercent,
    position,
  ]
  for (const [position, one] of bonuses.entries()) {
    await tx.query(
      `insert into bonus (${shared}, type, max_received, max_claims, banners)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
      [
        ...valuesOf(one, position),
        one.type,
        one.maxReceived,
        one.maxClaims ?? null,
        JSON.stringify(one.banners),
      ],
    )
  }
  for (const [position, one] of promotions.entries()) {
    await tx.query(
      `insert into promotion (${shared}) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      valuesOf(one, position),
    )
  }
}

/**
 * Fills an empty database with its region's file, once. Later, settings that a newer version added are added; what the operator has
 * changed since is never touched. Throws where the database is another region's.
 */
export async function seedOperator(database: Database, config: Config): Promise<void> {
  const file = await readRegionFile(config)
  await database.transaction(async (tx) => {
    await tx.query('lock table operator_setting in exclusive mode')
    await keepRegion(tx, config.region)
    const [knowsOffers] = await tx.query("select 1 from operator_setting where name = 'weekStartsOn'")
    if (!knowsOffers) await seedOffers(tx, file)
    const [knowsWheel] = await tx.query("select 1 from operator_setting where name = 'wheelActive'")
    for (const [name, value] of Object.entries(file.settings)) {
      await tx.query('insert into operator_setting (name, value) values ($1, $2) on conflict do nothing', [
        name,
        JSON.stringify(value),
      ])
    }
    if (!knowsWheel) await seedWheel(tx, file.wheel, v.parse(v.array(v.string()), file.settings.currencies))
    const [bankRow] = await tx.query('select 1 from bank limit 1')
    if (bankRow) return
    await seedBanks(tx, file)
    for (const [position, one] of file.sources.entries()) {
      await tx.query('insert into registration_source (code, description, position) values ($1, $2, $3)', [
        one.code,
        one.description,
        position,
      ])
    }
    for (const [position, one] of file.wallets.entries()) {
      await tx.query(
        'insert into operator_wallet (account_name, account_no, mode, position) values ($1, $2, $3, $4)',
        [one.accountName, one.accountNo, one.mode, position],
      )
    }
    await seedGames(tx, file)
  })
}

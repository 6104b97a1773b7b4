// The scenes are told in baht and of Thai banks. In the Laos build the same is in kip, a thousand for a baht, as for the journeys (builds.ts), and of
// Lao banks.
import { builds, worth } from '../builds.ts'
import type { Trouble } from '../operator/server.ts'

const { currency } = builds.la
const money = new Set([
  'amount',
  'taken',
  'refundAmount',
  'refundCollected',
  'refundMin',
  'withdrawMin',
  'withdrawMax',
  'each',
  'base',
  'cap',
  'minDeposit',
  'bonus',
  'successAt',
  'failAt',
  'onItsWay',
  'onItsWayToBank',
])

/** Which bank there takes a Thai one's place, by its Thai name, with a long name for a long one. The codes stay: a journey chooses by them. */
const banks: Readonly<Record<string, Readonly<Record<'nameTH' | 'nameEN' | 'nameLA', string>>>> = {
  ธนาคารกรุงไทย: {
    nameTH: 'LDB · ธนาคารพัฒนาลาว',
    nameEN: 'LDB · Lao Development Bank',
    nameLA: 'LDB · ທະນາຄານພັດທະນາລາວ',
  },
  ธนาคารกสิกรไทย: {
    nameTH: 'JDB · ธนาคารร่วมพัฒนา',
    nameEN: 'JDB · Joint Development Bank',
    nameLA: 'JDB · ທະນາຄານຮ່ວມພັດທະນາ',
  },
  ธนาคารไทยพาณิชย์: {
    nameTH: 'APB · ธนาคารส่งเสริมกสิกรรม',
    nameEN: 'APB · Agricultural Promotion Bank',
    nameLA: 'APB · ທະນາຄານສົ່ງເສີມກະສິກຳ',
  },
  ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร: {
    nameTH: 'BCEL · ธนาคารการค้าต่างประเทศลาว',
    nameEN: 'BCEL · Banque pour le Commerce Exterieur Lao',
    nameLA: 'BCEL · ທະນາຄານການຄ້າຕ່າງປະເທດລາວ',
  },
}
const bankInLaos = (told: object) =>
  'nameTH' in told && typeof told.nameTH === 'string' ? banks[told.nameTH] : undefined

/** The same answer from an operator in Laos. */
export function inKip({ body, ...trouble }: Trouble): Trouble {
  return { ...trouble, body: typeof body === 'function' ? () => kip(body()) : kip(body) }
}

function kip(told: unknown): unknown {
  if (Array.isArray(told)) return told.map(kip)
  if (typeof told !== 'object' || told === null) return told
  const isBonus = 'base' in told
  const isCoins = 'kind' in told && told.kind === 'coins'
  return Object.fromEntries(
    Object.entries({ ...told, ...bankInLaos(told) }).map(([key, value]) => {
      // How many lines a list has is called a total, too.
      const isMoney = !isCoins && (money.has(key) || (key === 'total' && isBonus))
      if (key === 'currency') return [key, currency]
      return [key, isMoney && typeof value === 'number' ? worth(currency, value) : kip(value)]
    }),
  )
}

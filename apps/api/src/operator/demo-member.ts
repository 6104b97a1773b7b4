import type { Database } from '../database/database.ts'
import type { Config, Region } from '../environment/config.ts'
import { createMember } from '../member/register.ts'
import { hashPassword } from '../session/password.ts'
import { postCoins } from '../wheel/coins.ts'

/** The member that a first-time visitor can be without registering. Never made in production. No phone in the world has these numbers. */
export const demoMembers: { readonly [R in Region]: { readonly phone: string; readonly password: string } } =
  {
    th: { phone: '0690000001', password: 'kapao-demo-1' },
    la: { phone: '02010000001', password: 'kapao-demo-1' },
  }

const details = {
  th: {
    name: 'สมชาย ใจดี',
    bankCode: 'SCB',
    bankAccountName: 'สมชาย ใจดี',
    bankAccountNo: '9990000001',
    currency: 'THB',
  },
  la: {
    name: 'ສົມຊາຍ ໃຈດີ',
    bankCode: 'BCEL',
    bankAccountName: 'SOMXAI CHAIDEE',
    bankAccountNo: '999000000000000001',
    currency: 'LAK',
  },
} as const

/** So that the wheel can be tried at once. */
const DEMO_COINS = 5

/** Makes the demo member, once, with an empty purse and a few coins: their first money comes in as everyone's does. */
export async function seedDemoMember(database: Database, { region, production }: Config): Promise<void> {
  if (production) return
  const { phone, password } = demoMembers[region]
  // The demo member of an earlier release had a number that may be somebody's. It keeps its money.
  await database.query(
    'update member set username = $1 where bank_code = $2 and bank_account_no = $3 and username <> $1',
    [phone, details[region].bankCode, details[region].bankAccountNo],
  )
  const find = () => database.query<{ id: bigint }>('select id from member where username = $1', [phone])
  let [demo] = await find()
  if (!demo) {
    const passwordHash = await hashPassword(password)
    await database.transaction((tx) =>
      createMember(tx, { ...details[region], phone, passwordHash, sourceCode: '', inviteCode: '' }),
    )
    ;[demo] = await find()
  }
  if (demo)
    await postCoins(database, demo.id, { kind: 'gift', reference: `demo:${demo.id}`, amount: DEMO_COINS })
}

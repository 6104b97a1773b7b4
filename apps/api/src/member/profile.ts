import {
  accountName,
  changePassword,
  getProfile,
  updateBankAccountName,
  updateProfile,
} from '@kapao/contract/account'
import type { BodyOf } from '@kapao/contract/call'
import { bareNumber } from '@kapao/contract/text'
import { isUniqueViolation } from '../database/database.ts'
import type { Region } from '../environment/config.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { takeBackLater } from '../http/take-back-later.ts'
import { hashPassword, verifyPassword } from '../session/password.ts'
import { isPasswordAllowed, type PasswordContext } from '../session/password-rule.ts'
import { endOtherSessions, lookAt, type Member } from '../session/session.ts'
import { type BankDetails, isMembers, judgeAccountName, judgeBankAccount } from './bank-account.ts'
import { limitTelling } from './existing.ts'
import { judgeName } from './register.ts'

const PASSWORD_TRIES_PER_MINUTE = 5

export interface ProfileColumns {
  readonly publicId: string
  readonly name: string
  readonly username: string
  readonly coin: number
  readonly createdAt: Date
  readonly bankCode: string
  readonly bankAccountName: string
  readonly bankAccountNo: string
  readonly nameTh: string
  readonly nameEn: string
}

/** SQL: the columns of a profile, and where they are from besides the member. */
export const PROFILE_COLUMNS = `m.public_id, m.name, m.username, m.coin, m.created_at, m.bank_code, m.bank_account_name, m.bank_account_no,
  b.name_th, b.name_en`
export const PROFILE_JOINS = 'left join bank b on b.code = m.bank_code'

/** The member and their bank account as the profile and the wallet show them. */
export function profileOf(row: ProfileColumns) {
  return {
    profile: {
      _id: row.publicId,
      name: row.name,
      username: row.username,
      coin: row.coin,
      createdAt: row.createdAt.toISOString(),
    },
    bankAccount: {
      bankCode: row.bankCode,
      bankAccountName: row.bankAccountName,
      bankAccountNo: row.bankAccountNo,
      bank: { nameTH: row.nameTh, nameEN: row.nameEn },
    },
  }
}

function mountBankAccountName(context: RouteContext): void {
  const { database, operator } = context
  mount(context, updateBankAccountName, async ({ body, member }) => {
    const name = accountName(body.bankAccountName)
    const wrong = judgeAccountName(operator.current(), body.bankCode, name)
    if (wrong) return wrong
    const changed = await database.query<{ id: bigint }>(
      'update member set bank_account_name = $3 where id = $1 and bank_code = $2 returning id',
      [member.id, body.bankCode, name],
    )
    return changed.length === 1
      ? { message: 'SUCCESS' as const }
      : refuse('INVALID_BANK', { field: 'bankCode' })
  })
}

function mountPassword(context: RouteContext & PasswordContext): void {
  const { database, operator, limits } = context
  mount(context, changePassword, async ({ body, member, log }) => {
    const [row] = await database.query<{ username: string; passwordHash: string }>(
      'select username, password_hash from member where id = $1',
      [member.id],
    )
    const wanted = { username: row?.username ?? '', password: body.newPassword }
    if (!(await isPasswordAllowed(context, operator.current(), wanted)))
      return refuse('INVALID_USER_INFO', { field: 'newPassword' })
    // Only now: what was refused by then is no guess at the old one.
    const bucket = `password:${member.id}`
    const retryAfter = await limits.hit(bucket, PASSWORD_TRIES_PER_MINUTE)
    if (retryAfter !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter })
    if (!(await verifyPassword(row?.passwordHash, body.oldPassword))) {
      return refuse('WRONG_PASSWORD', { field: 'oldPassword' })
    }
    const passwordHash = await hashPassword(body.newPassword)
    const isChanged = await database.transaction(async (tx) => {
      // Of several changes at once one holds; the others were made with what is the old password no more.
      const changed = await tx.query<{ id: bigint }>(
        'update member set password_hash = $3 where id = $1 and password_hash = $2 returning id',
        [member.id, row?.passwordHash, passwordHash],
      )
      if (changed.length > 0) await endOtherSessions(tx, member)
      return changed.length > 0
    })
    if (!isChanged) return refuse('WRONG_PASSWORD', { field: 'oldPassword' })
    takeBackLater(limits, log, bucket)
    return { message: 'SUCCESS' as const }
  })
}

/** Whether the account is the member's already: then nothing is asked about anybody's. */
async function isOwn(
  { database }: RouteContext,
  { id }: Member,
  { bankCode, bankAccountNo }: Pick<BankDetails, 'bankCode' | 'bankAccountNo'>,
): Promise<boolean> {
  const rows = await database.query(
    'select 1 from member where id = $1 and bank_code = $2 and bank_account_no = $3',
    [id, bankCode, bareNumber(bankAccountNo)],
  )
  return rows.length > 0
}

async function change(
  context: ProfileContext,
  member: Member,
  { body, keepsAccount }: { body: BodyOf<typeof updateProfile>; keepsAccount: boolean },
) {
  const { database, operator, region } = context
  const name = judgeName(body.name)
  if (isRefusal(name)) return name
  const bank = judgeBankAccount(operator.current(), body, region === 'la')
  if (isRefusal(bank)) return bank
  if (!keepsAccount && (await isMembers(database, bank, member.id)))
    return refuse('EXISTING_BANK', { field: 'bankAccountNo' })
  try {
    await database.query(
      `update member set name = $2, bank_code = $3, bank_account_name = $4, bank_account_no = $5 where id = $1`,
      [member.id, name, bank.bankCode, bank.bankAccountName, bank.bankAccountNo],
    )
  } catch (error) {
    if (isUniqueViolation(error, 'member_bank_code_bank_account_no_key')) {
      return refuse('EXISTING_BANK', { field: 'bankAccountNo' })
    }
    throw error
  }
  return { message: 'SUCCESS' as const }
}

type ProfileContext = RouteContext & PasswordContext & { readonly region: Region }

export function mountProfile(context: ProfileContext): void {
  mount(context, getProfile, async ({ looked }) => profileOf(looked), {
    look: lookAt<ProfileColumns>(PROFILE_COLUMNS, PROFILE_JOINS),
  })

  mount(context, updateProfile, async ({ body, member, ip, log }) => {
    const keepsAccount = await isOwn(context, member, body)
    const answer = () => change(context, member, { body, keepsAccount })
    return keepsAccount ? answer() : limitTelling(context, { ip, member, log }, answer)
  })
  mountBankAccountName(context)
  mountPassword(context)
}

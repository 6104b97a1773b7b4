import { randomInt } from 'node:crypto'
import { registerAccount, validateAccount } from '@kapao/contract/account'
import type { BodyOf } from '@kapao/contract/call'
import { bareNumber, isUnseen, withoutControls } from '@kapao/contract/text'
import { isUniqueViolation, type Queries } from '../database/database.ts'
import type { Region } from '../environment/config.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { keepInviter } from '../invite/earn.ts'
import { openMemberAccounts } from '../ledger/accounts.ts'
import type { OperatorState } from '../operator/operator.ts'
import { OWN_CURRENCIES } from '../operator/region.ts'
import { isPhoneVerified } from '../otp/otp.ts'
import { hashPassword } from '../session/password.ts'
import { isPasswordAllowed, type PasswordContext } from '../session/password-rule.ts'
import { type BankDetails, isMembers, judgeBankAccount, judgeBankSoFar } from './bank-account.ts'
import { type Asker, isMembersPhone, limitTelling, tellStranger } from './existing.ts'
import { judgePhone, normalisePhone } from './phone.ts'

interface Personal {
  readonly name: string
  readonly username: string
  readonly password: string
  readonly sourceCode: string
}

type RegisterContext = RouteContext & PasswordContext & { readonly region: Region }

/** A member's own name as it is kept; one of which nothing is seen is none. */
export function judgeName(written: string) {
  const name = withoutControls(written).trim().replace(/\s+/g, ' ')
  return isUnseen(name) || name.length > 120 ? refuse('INVALID_USER_INFO', { field: 'name' }) : name
}

interface Newcomer {
  readonly phone: string
  readonly name: string
}

async function judgePersonal(context: RegisterContext, asked: Personal) {
  const { operator, region } = context
  const state = operator.current()
  const phone = normalisePhone(asked.username, region)
  const judgement = judgePhone(phone, region)
  if (judgement === 'wrong-length') return refuse('PHONE_NUMBER_REQUIRE_10_DIGIT', { field: 'username' })
  if (judgement === 'not-mobile') return refuse('INVALID_USER_INFO', { field: 'username' })
  const name = judgeName(asked.name)
  if (isRefusal(name)) return name
  if (!(await isPasswordAllowed(context, state, { username: phone, password: asked.password })))
    return refuse('INVALID_USER_INFO', { field: 'password' })
  const isKnownSource =
    asked.sourceCode === '' || state.sources.some((source) => source.code === asked.sourceCode)
  if (!isKnownSource) return refuse('INVALID_USER_INFO', { field: 'sourceCode' })
  return { phone, name }
}

/** Whether a newcomer's account is somebody's already. */
async function judgeOwner(queries: Queries, account: Pick<BankDetails, 'bankCode' | 'bankAccountNo'>) {
  return (await isMembers(queries, account)) ? refuse('EXISTING_BANK', { field: 'bankAccountNo' }) : null
}

/** The currency of the new account: one of the region's, its first when none is named. */
function judgeCurrency(state: OperatorState, asked: string) {
  const currency = asked || state.currencies[0]
  return currency !== undefined && state.currencies.includes(currency)
    ? currency
    : refuse('INVALID_USER_INFO', { field: 'currency' })
}

/** What others see of a member: twelve digits that tell nothing. */
function newPublicId(): string {
  return String(randomInt(100_000_000_000, 999_999_999_999))
}

interface NewMember extends BankDetails {
  readonly name: string
  readonly phone: string
  readonly passwordHash: string
  readonly currency: string
  readonly sourceCode: string
  readonly inviteCode: string
}

/** Writes a member with their ledger accounts; the database's constraints decide when two come at once. */
export async function createMember(tx: Queries, member: NewMember, draw = newPublicId): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `insert into member (public_id, name, username, password_hash, currency, source_code, invite_code,
       bank_code, bank_account_name, bank_account_no)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (public_id) do nothing returning id`,
    [
      draw(),
      member.name,
      member.phone,
      member.passwordHash,
      member.currency,
      member.sourceCode,
      member.inviteCode,
      member.bankCode,
      member.bankAccountName,
      member.bankAccountNo,
    ],
  )
  // The digits are somebody's: among a million members two would have been drawn twice sooner or later.
  if (!row) return createMember(tx, member, draw)
  await openMemberAccounts(tx, row.id, member.currency)
  await keepInviter(tx, row.id, member.inviteCode)
  return row.id
}

async function validate(context: RegisterContext, body: BodyOf<typeof validateAccount>) {
  const { database, operator, region } = context
  const state = operator.current()
  const wrongBank = judgeBankSoFar(state, body, region === 'la')
  if (wrongBank) return wrongBank
  const { bankCode, bankAccountNo } = body
  if (bankCode && bankAccountNo) {
    const taken = await judgeOwner(database, { bankCode, bankAccountNo: bareNumber(bankAccountNo) })
    if (taken) return taken
  } else if (OWN_CURRENCIES[region].includes(body.currency)) {
    // The currency is chosen with the account. Until that is there this is what a form of the region begins with, whether or not the operator has wallets in it.
    return { message: 'OK' as const }
  }
  const currency = judgeCurrency(state, body.currency)
  return isRefusal(currency) ? currency : { message: 'OK' as const }
}

async function register(context: RegisterContext, newcomer: Newcomer, body: BodyOf<typeof registerAccount>) {
  const { database, operator, region } = context
  const state = operator.current()
  const bank = judgeBankAccount(state, body, region === 'la')
  if (isRefusal(bank)) return bank
  const taken = await judgeOwner(database, bank)
  if (taken) return taken
  const currency = judgeCurrency(state, body.currency)
  if (isRefusal(currency)) return currency
  const { sourceCode, inviteCode } = body
  const passwordHash = await hashPassword(body.password)
  try {
    await database.transaction((tx) =>
      createMember(tx, { ...bank, ...newcomer, passwordHash, currency, sourceCode, inviteCode }),
    )
  } catch (error) {
    if (isUniqueViolation(error, 'member_username_key')) return refuse('EXISTING_USER', { field: 'username' })
    if (isUniqueViolation(error, 'member_bank_code_bank_account_no_key')) {
      return refuse('EXISTING_BANK', { field: 'bankAccountNo' })
    }
    throw error
  }
  return { message: 'SUCCESS' as const }
}

/** Answers a newcomer, who may be told of a phone or a bank account that it is a member's. Where codes are asked for, of an account by whom a phone belongs to alone. */
async function limitNewcomer<Answer>(
  context: RegisterContext,
  { body, ...asker }: Pick<Asker, 'ip' | 'log' | 'isOnlyAsked'> & { readonly body: Personal },
  answer: (newcomer: Newcomer) => Promise<Answer>,
) {
  const { database, operator } = context
  const newcomer = await judgePersonal(context, body)
  if (isRefusal(newcomer)) return newcomer
  const { phone } = newcomer
  if (!operator.current().registerOTP)
    return limitTelling(context, asker, async () =>
      (await isMembersPhone(database, phone))
        ? refuse('EXISTING_USER', { field: 'username' })
        : answer(newcomer),
    )
  const [isMember, isVerified] = await Promise.all([
    isMembersPhone(database, phone),
    isPhoneVerified(database, phone),
  ])
  if (!isVerified) return tellStranger(context, asker, isMember)
  // A member by now is who has just registered and never heard it, or whoever names their phone: counted by that phone, whatever others behind the address ask.
  return limitTelling(context, { ...asker, verifiedPhone: phone }, async () =>
    isMember ? refuse('EXISTING_USER', { field: 'username' }) : answer(newcomer),
  )
}

export function mountRegister(context: RegisterContext): void {
  mount(context, validateAccount, ({ body, ip, log }) =>
    limitNewcomer(context, { body, ip, log, isOnlyAsked: true }, () => validate(context, body)),
  )
  mount(
    context,
    registerAccount,
    ({ body, ip, log }) =>
      limitNewcomer(context, { body, ip, log }, (newcomer) => register(context, newcomer, body)),
    { failure: 'REGISTER_FAIL' },
  )
}

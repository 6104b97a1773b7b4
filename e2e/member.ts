// Who plays: made-up people with a phone and a bank account, and what they can do without a screen.
import { builds, digits, type Region, worth } from './builds.ts'
import type { Kapao } from './kapao.ts'
import { type BankAccount, Sandbox } from './sandbox.ts'

export type Member = BankAccount & {
  name: string
  phone: string
  password: string
  currency: string
  firstName: string
  lastName: string
}
export type LoggedIn = Member & { token: string }

/** Nobody yet: a phone and an account that no other test has. */
export function newcomer(region: Region = 'th', wishes: Partial<Member> = {}): Member {
  const { name, currency, bankCode, holder, phone, bankAccountNo } = builds[region]
  const [firstName, lastName] = holder
  return {
    ...{ name, currency, bankCode, firstName, lastName },
    phone: phone(),
    password: `secret-${digits(6)}`,
    bankAccountNo: bankAccountNo(),
    bankAccountName: `${firstName} ${lastName}`.toUpperCase(),
    ...wishes,
  }
}

/** One call of the wire, as the wallet makes it. Throws when it is refused. */
export async function call<Answer>(
  kapao: Kapao,
  method: string,
  path: string,
  { token, body, key }: { token?: string; body?: unknown; key?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${kapao.addresses.url}/api${path}`, {
    method,
    headers: {
      'x-requested-with': 'kapao',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  const answer: Answer = JSON.parse(text)
  return answer
}

/** A member without having gone through the screens, by an invitation or not. */
export async function join(kapao: Kapao, member: Member, inviteCode = ''): Promise<LoggedIn> {
  const phoneNumber = member.phone
  const sandbox = new Sandbox(kapao.addresses.sandboxUrl)
  const { otpToken } = await call<{ otpToken: string }>(kapao, 'POST', '/otp/send', { body: { phoneNumber } })
  const otpCode = await sandbox.otpFor(phoneNumber)
  await call(kapao, 'POST', '/otp/verify', { body: { otpToken, otpCode } })
  const { phone: username, name, password, bankCode, bankAccountName, bankAccountNo, currency } = member
  const account = { name, username, password, bankCode, bankAccountName, bankAccountNo, currency }
  await call(kapao, 'POST', '/account', { body: { ...account, sourceCode: '', inviteCode } })
  const { token } = await call<{ token: string }>(kapao, 'POST', '/login', { body: { username, password } })
  return { ...member, token }
}

export type WalletAnswer = {
  wallet: { amount: number }
  slots: { code: string; name: string; amount: number; isActive: boolean; ftWalletSlot: number }[]
}

export function walletOf(kapao: Kapao, { token }: LoggedIn): Promise<WalletAnswer> {
  return call(kapao, 'GET', '/wallet', { token })
}

/** One of the operator's bank accounts that members transfer to. */
export async function accountToPay(kapao: Kapao, token: string): Promise<BankAccount> {
  const { banks } = await call<{ banks: (BankAccount & { bankType: string })[] }>(
    kapao,
    'GET',
    '/lookup/deposit',
    { token },
  )
  const account = banks.find(({ bankType }) => bankType === 'BANK')
  if (account === undefined) throw new Error('There is no account to pay into')
  return account
}

/** So many baht of the story from the member's own bank account, and the wait until they are in the wallet. */
export async function payIn(kapao: Kapao, member: LoggedIn, baht: number): Promise<void> {
  const account = await accountToPay(kapao, member.token)
  const before = (await walletOf(kapao, member)).wallet.amount
  const amount = worth(member.currency, baht)
  await new Sandbox(kapao.addresses.sandboxUrl).transfer(member, account, amount, member.currency)
  const deadline = Date.now() + 60_000
  while ((await walletOf(kapao, member)).wallet.amount === before) {
    if (Date.now() > deadline) throw new Error('The money did not arrive')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Opens the member's account at a game; answers its username there. */
export async function openGame(kapao: Kapao, { token }: LoggedIn, code: string): Promise<string> {
  await call(kapao, 'GET', `/wallet/activate/${code}`, { token })
  return (await call<{ username: string }>(kapao, 'GET', `/wallet/account/${code}`, { token })).username
}

import { login } from '@kapao/contract/login'
import type { Queries } from '../database/database.ts'
import type { Region } from '../environment/config.ts'
import { callerOf } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { takeBackLater } from '../http/take-back-later.ts'
import { normalisePhone } from '../member/phone.ts'
import { FROM_NETWORK, type FromNetwork, guessesOf, placesOf, rememberNetwork } from './familiar-network.ts'
import { verifyPassword } from './password.ts'
import { openSession } from './session.ts'

/** Wrong tries that one address may make in a minute before all its log-ins wait: far above what a family behind one router makes. */
const TRIES_PER_ADDRESS = 120

interface Found extends FromNetwork {
  readonly id: bigint | null
  readonly passwordHash: string | null
  readonly isActive: boolean | null
}

/** Who it is, if anybody, and where the guesses at them from there are counted: in one look. */
async function findMember(queries: Queries, username: string, account: string, ip: string) {
  const [found] = await queries.query<Found>(
    `select m.id, m.password_hash, m.is_active, network, is_fresh
     from ${FROM_NETWORK} left join member m on m.username = $3`,
    [...placesOf(account, ip), username],
  )
  if (!found) throw new Error('a look that has a row for everybody had none')
  const { id, passwordHash, isActive } = found
  const member =
    id === null || passwordHash === null ? null : { id, passwordHash, isActive: isActive === true }
  return { member, guesses: guessesOf(account, ip, found) }
}

export function mountLogin(context: RouteContext & { readonly region: Region }): void {
  const { database, operator, limits, region } = context
  mount(
    context,
    login,
    async ({ body, ip, log }) => {
      const username = normalisePhone(body.username, region)
      const perMinute = operator.current().loginTriesPerMinute
      const account = `login:${username}`
      const { member, guesses } = await findMember(database, username, account, ip)
      const byAddress = `login-address:${callerOf(ip)}`
      // Counted before the password is looked at, and taken back when it is right: guesses sent all at once are counted too.
      const ofAddress = { bucket: byAddress, perMinute: TRIES_PER_ADDRESS }
      // Nobody is called nothing: those who say no name do not wait for each other.
      const limited = username === '' ? [ofAddress] : [{ bucket: guesses.bucket, perMinute }, ofAddress]
      const secondsLeft = await limits.hitEach(limited)
      if (secondsLeft !== null) return refuse('REQUEST_LIMIT_1MIN', { retryAfter: secondsLeft })

      // An unknown user costs the same time as a wrong password, so that the clock does not tell who is a member.
      const isRight = await verifyPassword(member?.passwordHash, body.password)
      if (!member || !isRight) return refuse('WRONG_CREDENTIAL')
      takeBackLater(limits, log, guesses.bucket, byAddress)
      if (!guesses.isRemembered) await rememberNetwork(database, account, ip)
      if (!member.isActive) return refuse('INACTIVE_USER')
      const token = await openSession(database, member)
      return token === null ? refuse('WRONG_CREDENTIAL') : { token }
    },
    // A password that can be nobody's is a wrong one: as slow as any, and counted as one.
    { failure: 'LOGIN_FAIL', misfitIsEmpty: true },
  )
}

import type { Queries } from '../database/database.ts'
import { plainAddress } from '../http/caller.ts'

/** SQL: the network of an address, as wide as a phone's address moves about in one place. */
const NETWORK = `network(set_masklen($2::inet, case family($2::inet) when 4 then 24 else 48 end))`

/** Where guesses at an account are counted, and whether the network that they come from need not be remembered again. */
export interface Guesses {
  readonly bucket: string
  readonly isRemembered: boolean
}

/** What a look for an account says of where it is asked from; `network` is null for one that it was never logged in to from. */
export interface FromNetwork {
  readonly network: string | null
  readonly isFresh: boolean | null
}

/** SQL: exactly one row (FromNetwork), so that an account and this are one look. Its places are filled by `placesOf`. */
export const FROM_NETWORK = `(values (1)) one left join lateral (
    select network::text as network, last_used_at >= now() - interval '1 day' as is_fresh
    from familiar_network where account = $1 and network >>= $2::inet limit 1) known on true`

export function placesOf(account: string, ip: string): readonly [string, string | null] {
  return [account, plainAddress(ip)]
}

/**
 * The bucket that counts the guesses at an account from an address. All that the world guesses is counted in one, so that many addresses
 * guess no more than one; a network from which it was logged in to before has one of its own: a stranger who keeps guessing
 * keeps nobody out at home.
 */
export function guessesOf(account: string, ip: string, { network, isFresh }: FromNetwork): Guesses {
  if (network !== null) return { bucket: `${account}@${network}`, isRemembered: isFresh === true }
  return { bucket: account, isRemembered: plainAddress(ip) === null }
}

/** For who looks for nothing else. */
export async function findGuesses(queries: Queries, account: string, ip: string): Promise<Guesses> {
  const [from] = await queries.query<FromNetwork>(
    `select network, is_fresh from ${FROM_NETWORK}`,
    placesOf(account, ip),
  )
  if (!from) throw new Error('a look that has a row for everybody had none')
  return guessesOf(account, ip, from)
}

/** The right password came from there. */
export async function rememberNetwork(queries: Queries, account: string, ip: string): Promise<void> {
  const address = plainAddress(ip)
  if (address === null) return
  await queries.query(
    `insert into familiar_network as f (account, network) values ($1, ${NETWORK})
     on conflict (account, network) do update set last_used_at = now() where f.last_used_at < now() - interval '1 day'`,
    [account, address],
  )
}

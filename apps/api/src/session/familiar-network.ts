import { isIP } from 'node:net'
import type { Queries } from '../database.ts'

/** SQL: the network of an address, as wide as a phone's address moves about in one place. */
const NETWORK = `network(set_masklen($2::inet, case family($2::inet) when 4 then 24 else 48 end))`

/** As PostgreSQL reads it; null for what is no address. */
function plainAddress(ip: string): string | null {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return isIP(plain) === 0 ? null : plain
}

/** Where guesses at an account are counted, and whether the network that they come from need not be remembered again. */
export interface Guesses {
  readonly bucket: string
  readonly isRemembered: boolean
}

/**
 * The bucket that counts the guesses at an account from an address. All that the world guesses is counted in one, so that many addresses
 * guess no more than one; a network from which it was logged in to before has one of its own: a stranger who keeps guessing
 * keeps nobody out at home.
 */
export async function findGuesses(queries: Queries, account: string, ip: string): Promise<Guesses> {
  const address = plainAddress(ip)
  if (address === null) return { bucket: account, isRemembered: true }
  const [known] = await queries.query<{ network: string; isFresh: boolean }>(
    `select network::text as network, last_used_at >= now() - interval '1 day' as is_fresh
     from familiar_network where account = $1 and network >>= $2::inet limit 1`,
    [account, address],
  )
  if (!known) return { bucket: account, isRemembered: false }
  return { bucket: `${account}@${known.network}`, isRemembered: known.isFresh }
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

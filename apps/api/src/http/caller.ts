import { isIP, SocketAddress } from 'node:net'

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i
/** The first half of an IPv6 address that leaves no zeros out there: nearly all that are given to callers. */
const WRITTEN_NETWORK = /^[1-9a-f][\da-f]{0,3}:(?:(?:0|[1-9a-f][\da-f]{0,3}):){3}/
const IPV6_GROUPS = 8
const NETWORK_GROUPS = 4

/** As PostgreSQL reads it; null for what is no address. */
export function plainAddress(ip: string): string | null {
  const plain = ip.replace(MAPPED_IPV4, '').replace(/%.*$/, '')
  return isIP(plain) === 0 ? null : plain
}

/** The /64 of an IPv6 address in any spelling; of an IPv4 address that is written as one, that address. */
function networkOf(address: string): string {
  const usual = new SocketAddress({ address, family: 'ipv6' }).address.replace(MAPPED_IPV4, '')
  if (!usual.includes(':')) return usual
  const [before = [], after = []] = usual
    .split('::')
    .map((groups) => groups.split(':').filter((group) => group !== ''))
  const leftOut = Array<string>(IPV6_GROUPS - before.length - after.length).fill('0')
  return `${[...before, ...leftOut, ...after].slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/**
 * Whom a limit by address counts: an IPv4 address by itself, an IPv6 address by its /64, which is the least that a household is given: nobody
 * is as many callers as they have addresses. It is on every call's way, so what is written as usual is not taken apart.
 */
export function callerOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const written = WRITTEN_NETWORK.exec(ip)
  if (written !== null) return `${written[0]}:/64`
  const plain = plainAddress(ip)
  return plain?.includes(':') ? networkOf(plain) : (plain ?? ip)
}

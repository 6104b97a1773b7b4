// What may be heard instead of an answer, and what of it each place is walked through.

import type { Trouble } from '../operator/server.ts'
import type { Place } from './place.ts'

/** What may come instead of an answer, by the key of its words. */
const lines: Readonly<Record<string, Trouble>> = {
  unreachable: { hangsUp: true },
  'server-down': { status: 502, type: 'text/html', body: '<html>Bad gateway</html>' },
  'foreign-page': { status: 200, type: 'text/html', body: '<!doctype html><title>Hotel Wi-Fi</title>' },
  'empty-answer': { status: 200, body: '' },
}

/** Refusals that any call may come to hear, beside its own. */
const everywhere = ['REQUEST_LIMIT', 'OVERLOADED', 'BAD_REQUEST']
/** Behind the refusals: after it, as after no answer, each is told as what it may be then. */
const BROKE = 'INTERNAL_SERVER_ERROR'
const OWN_WORDS = 'Ask <b>the cashier</b> & wait'

/** Shows that it is told at all: a refusal, a server that is down, another that answers in its place. */
const forReads = [BROKE, 'server-down', 'foreign-page']

export function troublesOf(place: Place): readonly { name: string; trouble: Trouble; isLost: boolean }[] {
  const refused = (code: string): Trouble => ({ status: 400, body: { message: code } })
  const isTold = (code: string) => !endsSession.has(code) && !place.passes?.includes(code)
  const all = [
    ...[...new Set([...place.call.refusals, ...everywhere])]
      .filter((code) => isTold(code) && code !== BROKE)
      .map((code) => ({ name: code, trouble: refused(code), isLost: false })),
    ...(place.more ?? []).map((code) => ({
      name: code,
      trouble: (place.refuses ?? refused)(code),
      isLost: false,
    })),
    { name: OWN_WORDS, trouble: { status: 400, body: { message: OWN_WORDS } }, isLost: false },
    { name: BROKE, trouble: refused(BROKE), isLost: false },
    ...Object.entries(lines).map(([name, trouble]) => ({ name, trouble, isLost: true })),
    ...(place.call.file
      ? [
          {
            name: 'too-large',
            trouble: { status: 413, type: 'text/html', body: '<h1>413</h1>' },
            isLost: true,
          },
        ]
      : []),
  ]
  return place.isRead ? all.filter(({ name }) => forReads.includes(name)) : all
}

/** They share the text "cannot verify identity", which leads to the log-in (spec §8), but for invalid-token, which leads there as well. Written out: by the wallet's own list no code could be missing from it. */
export const unverified = [
  'invalid-token',
  'UNAUTHORIZED',
  'EXPIRED_AUTH_TOKEN',
  'INVALID_USER_1',
  'INVALID_USER_2',
  'INVALID_USER_3',
  'INVALID_USER_4',
]
export const endsSession = new Set([...unverified, 'gone'])

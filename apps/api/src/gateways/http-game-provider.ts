import { money } from '@kapao/contract/values'
import * as v from 'valibot'
import type { GameProvider, GameProviders, Moved } from './game-provider.ts'
import {
  type HttpAnswer,
  isNotFound,
  openHttpClient,
  type RequestOptions,
  readList,
  reasonOf,
  refusalOf,
} from './http-client.ts'
import type { Outcome } from './outcome.ts'
import { SharedQuestions } from './shared-questions.ts'

const BALANCE_TIMEOUT_MS = 5_000
const TRANSFER_TIMEOUT_MS = 8_000
const STANDING_TIMEOUT_MS = 5_000
const CANCEL_TIMEOUT_MS = 5_000
/** The longest that a transfer and then the question how it stands take: neither waits for a place. */
export const TRANSFER_TRIES_MS = TRANSFER_TIMEOUT_MS + STANDING_TIMEOUT_MS
const ACCOUNT_TIMEOUT_MS = 8_000
/** Longer than a provider that is well takes for all that are asked of it at once. */
const PLACE_WAIT_MS = 2_000
/** What a provider says before it does anything. A no to the transfer itself comes as a 200 that says "refused". */
const NOTHING_DONE: ReadonlySet<string> = new Set([
  '400 BAD_REQUEST',
  '401 NOT_SIGNED',
  '404 NO_GAME',
  '404 NO_ACCOUNT',
])

/** Only what says how much has moved must be whole: a balance in finer parts than money has, or a reason of null, leaves the transfer as clear as it is. */
const transferAnswer = v.variant('status', [
  v.object({
    status: v.literal('success'),
    amount: v.pipe(
      money,
      v.check((amount) => amount >= 0n, 'a sign'),
    ),
    balance: v.fallback(v.nullish(money), null),
  }),
  v.object({
    status: v.literal('refused'),
    reason: v.fallback(v.optional(v.string(), 'REFUSED'), 'REFUSED'),
  }),
  v.object({ status: v.literal('pending') }),
])
const listedTransfer = v.pipe(
  v.intersect([
    v.object({ transferId: v.string(), username: v.string(), type: v.picklist(['deposit', 'withdraw']) }),
    transferAnswer,
  ]),
  v.transform(({ transferId, username, type, ...said }) => ({
    transferId,
    username,
    type,
    standing: standingOf(said),
  })),
)
const balanceAnswer = v.object({
  balance: money,
  after: v.fallback(v.nullish(v.pipe(v.string(), v.uuid()), null), null),
})
const launchAnswer = v.object({ link: v.pipe(v.string(), v.url()) })
const loginFormAnswer = v.object({
  action: v.pipe(v.string(), v.url()),
  fields: v.record(v.string(), v.string()),
})

function readTransfer(answer: HttpAnswer): Outcome<Moved> | { readonly kind: 'pending' } {
  const refusal = refusalOf(answer, NOTHING_DONE)
  if (refusal !== null) return { kind: 'refused', reason: refusal }
  // Only a whole, well-formed answer is believed. A duplicate id (409) says that the provider knows the transfer, not what became of it.
  if (answer.kind === 'lost' || answer.status >= 400) return { kind: 'unknown', reason: reasonOf(answer) }
  const parsed = v.safeParse(transferAnswer, answer.json)
  if (!parsed.success) return { kind: 'unknown', reason: 'unreadable answer' }
  return standingOf(parsed.output)
}

/** A call about a transfer that is itself refused tells nothing of that transfer, unless it says so in a proper answer. */
function readStanding(answer: HttpAnswer): Outcome<Moved> | { readonly kind: 'pending' } {
  if (answer.kind === 'lost' || answer.status !== 200) return { kind: 'unknown', reason: reasonOf(answer) }
  return readTransfer(answer)
}

function standingOf(
  said: v.InferOutput<typeof transferAnswer>,
): Outcome<Moved> | { readonly kind: 'pending' } {
  if (said.status === 'pending') return { kind: 'pending' }
  if (said.status === 'refused') return { kind: 'refused', reason: said.reason }
  return { kind: 'confirmed', credits: said.amount, balance: said.balance ?? null }
}

function readPlain(answer: HttpAnswer): Outcome<object> {
  const refusal = refusalOf(answer, NOTHING_DONE)
  if (refusal !== null) return { kind: 'refused', reason: refusal }
  if (answer.kind === 'lost' || answer.status >= 400) return { kind: 'unknown', reason: reasonOf(answer) }
  return { kind: 'confirmed' }
}

function openProvider(baseUrl: string, secret: string | null, placeWaitMs: number): GameProvider {
  const client = openHttpClient(baseUrl, secret)
  const wayIn = { errand: 'way-in', placeWaitMs } as const
  const account = (username: string) => `/accounts/${encodeURIComponent(username)}`
  async function ask<Answer>(
    method: 'GET' | 'POST',
    path: string,
    schema: v.GenericSchema<unknown, Answer>,
    place: Pick<RequestOptions, 'errand' | 'placeWaitMs'>,
  ): Promise<Answer | null> {
    const options = { timeoutMs: BALANCE_TIMEOUT_MS, ...place, ...(method === 'POST' && { body: {} }) }
    const answer = await client.request(method, path, options)
    if (answer.kind === 'lost' || answer.status !== 200) return null
    const parsed = v.safeParse(schema, answer.json)
    return parsed.success ? parsed.output : null
  }
  const balances = new SharedQuestions(async (username, isPatient) => {
    const place = { placeWaitMs: isPatient ? placeWaitMs : 0 }
    const answer = await ask('GET', `${account(username)}/balance`, balanceAnswer, place)
    return answer && answer.balance >= 0n ? { credits: answer.balance, after: answer.after } : null
  })
  return {
    async createAccount(username, password) {
      const answer = await client.request('POST', '/accounts', {
        ...wayIn,
        body: { username, password },
        timeoutMs: ACCOUNT_TIMEOUT_MS,
      })
      if (answer.kind === 'answered' && answer.status === 409) return { kind: 'exists' }
      return readPlain(answer)
    },
    async setPassword(username, password) {
      return readPlain(
        await client.request('PUT', `${account(username)}/password`, {
          body: { password },
          timeoutMs: ACCOUNT_TIMEOUT_MS,
        }),
      )
    },
    balance: (username, isPatient = false) => balances.ask(username, isPatient),
    async transfer({ transferId, username, type, credits }) {
      const answer = await client.request('POST', '/transfers', {
        body: { transferId, username, type, amount: credits },
        timeoutMs: TRANSFER_TIMEOUT_MS,
      })
      if (answer.kind === 'lost' && !answer.wasSent) return { kind: 'refused', reason: 'NOT_SENT' }
      const read = readTransfer(answer)
      return read.kind === 'pending' ? { kind: 'unknown', reason: 'pending' } : read
    },
    async transferStanding(transferId) {
      const answer = await client.request('GET', `/transfers/${transferId}`, {
        timeoutMs: STANDING_TIMEOUT_MS,
      })
      return isNotFound(answer) ? { kind: 'not-found' } : readStanding(answer)
    },
    async cancelTransfer(transferId) {
      return readStanding(
        await client.request('DELETE', `/transfers/${transferId}`, { timeoutMs: CANCEL_TIMEOUT_MS }),
      )
    },
    listTransfers: (cursor) =>
      readList(client, '/transfers', cursor, { name: 'transfers', item: listedTransfer }),
    async launch(username) {
      const answer = await ask('POST', `${account(username)}/launch`, launchAnswer, wayIn)
      return answer?.link ?? null
    },
    loginForm: () => ask('GET', '/login-form', loginFormAnswer, wayIn),
  }
}

/** Every game answers below /games/{code}, where it is the sandbox's or a real one's adapter. */
export function openGameProviders(
  gatewayUrl: string,
  secret: string | null = null,
  { placeWaitMs = PLACE_WAIT_MS } = {},
): GameProviders {
  const opened = new Map<string, GameProvider>()
  return (gameCode) => {
    const known = opened.get(gameCode)
    if (known) return known
    const baseUrl = `${gatewayUrl}/games/${encodeURIComponent(gameCode)}`
    const provider = openProvider(baseUrl, secret, placeWaitMs)
    opened.set(gameCode, provider)
    return provider
  }
}

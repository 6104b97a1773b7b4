// The one door through which money comes in by somebody else's word: the bank's feed.
import { createHmac } from 'node:crypto'
import { changedTables, stateOf } from '../bad-input/state.ts'
import { accountsToPay, joinPlayer } from '../bank-test/players.ts'
import type { Attack, Ground } from './attack.ts'

interface Message {
  readonly body: string
  readonly timestamp: string
  readonly signature: string
  readonly type?: string
  readonly method?: string
}

interface Forged {
  readonly what: string
  readonly message: Message
  readonly status: number
}

const seconds = (offset = 0) => String(Math.floor(Date.now() / 1000) + offset)

function sign(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

function signed(secret: string, body: string, offset = 0): Message {
  const timestamp = seconds(offset)
  return { body, timestamp, signature: sign(secret, timestamp, body) }
}

async function deliver(apiUrl: string, { body, timestamp, signature, type, method }: Message) {
  const response = await fetch(`${apiUrl}/gateway/bank-feed`, {
    method: method ?? 'POST',
    headers: {
      'content-type': type ?? 'application/json',
      ...(timestamp && { 'x-feed-timestamp': timestamp }),
      ...(signature && { 'x-feed-signature': signature }),
    },
    ...(method !== 'GET' && { body }),
  })
  await response.arrayBuffer()
  return response.status
}

/** All that is not the bank's, or not sound. */
function forgeries(secret: string, body: string): Forged[] {
  const genuine = signed(secret, body)
  const raised = body.replace('"amount":77', '"amount":7700')
  if (raised === body) throw new Error('nothing was raised')
  const half = Math.floor(genuine.signature.length / 2)
  const refused = (what: string, message: Message): Forged => ({ what, message, status: 401 })
  const malformed = (what: string, text: string): Forged => ({
    what,
    message: signed(secret, text),
    status: 400,
  })
  return [
    refused('without a signature', { ...genuine, signature: '' }),
    refused('without a time', { ...genuine, timestamp: '' }),
    refused('with another secret', signed('not the secret', body)),
    refused('with the secret that everybody knows', signed('kapao-feed', body)),
    refused('with an empty secret', signed(' ', body)),
    refused('with half a signature', { ...genuine, signature: genuine.signature.slice(0, half) }),
    refused('with a longer signature', { ...genuine, signature: `${genuine.signature}00` }),
    refused('with the signature in capitals', { ...genuine, signature: genuine.signature.toUpperCase() }),
    refused('with the signature of nothing', {
      ...genuine,
      signature: sign(secret, genuine.timestamp, ''),
    }),
    refused('with a raised amount', { ...genuine, body: raised }),
    refused('with a space more', { ...genuine, body: `${body} ` }),
    refused('signed an hour ago', signed(secret, body, -3_600)),
    refused('signed six minutes ago', signed(secret, body, -360)),
    refused('signed for in an hour', signed(secret, body, 3_600)),
    refused('an old one under a new time', { ...signed(secret, body, -3_600), timestamp: seconds() }),
    refused('with a time in milliseconds', { ...genuine, timestamp: String(Date.now()) }),
    malformed('that is no JSON', '{"amount":'),
    malformed('that is a list', `[${body}]`),
    malformed('of less than nothing', body.replace('"amount":77', '"amount":-77')),
    malformed('of a number without end', body.replace('"amount":77', '"amount":1e309')),
    malformed('of a fraction of a satang', body.replace('"amount":77', '"amount":0.001')),
    { what: 'of a megabyte', message: signed(secret, 'x'.repeat(1_000_000)), status: 413 },
    { what: 'asked for instead of sent', message: { ...genuine, method: 'GET' }, status: 404 },
    { what: 'put instead of sent', message: { ...genuine, method: 'PUT' }, status: 404 },
  ]
}

async function balanceOf({ database }: Ground, phone: string): Promise<string> {
  const { rows } = await database.query<{ balance: string }>(
    `select a.balance_minor::text as balance from ledger_account a join member m on m.id = a.member_id
     where m.username = $1 and a.kind = 'wallet'`,
    [phone],
  )
  return rows[0]?.balance ?? 'none'
}

async function run(ground: Ground): Promise<string[]> {
  const { stage, database, secrets, dice, say } = ground
  const player = await joinPlayer(stage, dice.of('webhook'))
  const [account] = await accountsToPay(stage, player)
  if (!account) throw new Error('the operator has no account to pay')
  const event = {
    eventId: 'break-in-1',
    transRef: 'BREAKIN1',
    type: 'transfer',
    from: {
      bankCode: player.bankCode,
      bankAccountNo: player.bankAccountNo,
      bankAccountName: player.bankAccountName,
    },
    to: { bankCode: account.bankCode, bankAccountNo: account.bankAccountNo },
    amount: 77,
    currency: 'THB',
    reference: null,
    at: new Date().toISOString(),
  }
  const body = JSON.stringify(event)
  const findings: string[] = []
  const before = await stateOf(database)
  const forged = forgeries(secrets.feed, body)
  for (const { what, message, status } of forged) {
    const answered = await deliver(stage.apiUrl, message)
    if (answered !== status) findings.push(`a message of the bank ${what} was answered ${answered}`)
  }
  const changed = changedTables(before, await stateOf(database))
  if (changed.length > 0) findings.push(`forged messages of the bank changed ${changed.join(', ')}`)

  // The genuine one, in whatever type it comes, then again, in time and with a fresh signature: it counts once.
  const genuine = signed(secrets.feed, body)
  const statuses: number[] = []
  for (const message of [genuine, genuine, { ...genuine, type: 'text/plain' }, signed(secrets.feed, body)]) {
    statuses.push(await deliver(stage.apiUrl, message))
  }
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => deliver(stage.apiUrl, genuine)))
  if ([...statuses, ...atOnce].some((status) => status !== 200))
    findings.push(`a genuine message of the bank, sent again, was answered ${[...statuses, ...atOnce]}`)
  const credited = await balanceOf(ground, player.phone)
  if (credited !== '7700') findings.push(`77 baht, told twelve times, are ${credited} in the books`)
  // The same transfer with another amount is another's word against the first: the first stands.
  await deliver(stage.apiUrl, signed(secrets.feed, body.replace('"amount":77', '"amount":770')))
  const after = await balanceOf(ground, player.phone)
  if (after !== credited) findings.push(`a transfer told again with another amount moved money: ${after}`)
  say(`${forged.length} forged messages; a genuine one told ${statuses.length + atOnce.length} times`)
  return findings
}

export const webhook: Attack = {
  name: 'webhook',
  holds:
    'messages of the bank that are forged, tampered with, late or malformed change nothing; a genuine one counts once',
  run,
}

import { parseArgs } from 'node:util'
import { inWords, say } from './command-line.ts'
import { type Database, openDatabase } from './database/database.ts'
import { readConfig } from './environment/config.ts'
import { openGateways } from './gateways/open.ts'
import { openOperator } from './operator/operator.ts'
import { refuseMisfit } from './operator/region.ts'
import { settleDifferences } from './reconciliation/beginning.ts'
import { beginByHand, reconcile, reportLines } from './reconciliation/reconcile.ts'
import { refuseForeignGiftKey } from './sealing/foreign-gift-key.ts'
import { parseHead, verifyChain } from './staff/audit-chain.ts'
import { heldBecause, holdPayouts, releasePayouts } from './withdraw/payout-hold.ts'

const USAGE = `The books against the bank, the games, the issuer of gifts, and themselves:
  npm run reconcile                        what came since the nights before
  npm run reconcile -- --all               everything ever
  npm run reconcile -- --settled <number> "<why>"
                                           the same; what differs in the report of that number you have settled, and this and the nights begin after it
  npm run reconcile -- --head <seq:hash>   also proves that the audit chain still has a link that was written down earlier
  npm run reconcile -- --hold "<why>"      lets no payout leave from now on, and compares nothing
  npm run reconcile -- --release           lets them leave again when everything was compared and nothing differs
  npm run reconcile -- --release-anyway "<why>"
Ends with 0 when everything is equal, with 2 when something differs or could not be compared.`

interface Settled {
  readonly id: bigint
  readonly why: string
}

/** Which report's differences are settled, and why. Throws where either is missing. */
function parseSettled(id: string | undefined, words: readonly string[]): Settled | null {
  if (id === undefined && words.length === 0) return null
  const [why = '', ...others] = words
  if (id === undefined || !/^\d{1,18}$/.test(id) || why.trim() === '' || others.length > 0)
    throw new Error('--settled wants a number and a reason')
  return { id: BigInt(id), why }
}

/** False when it was to be settled, and was not. */
async function settle(database: Database, settled: Settled | null): Promise<boolean> {
  if (settled === null) return true
  const { id, why } = settled
  const isSettled = await settleDifferences(database, id, why)
  say(
    isSettled
      ? `What differs in reconciliation ${id} is settled: this and the nights begin after it. What the books say against themselves is told until it is mended.`
      : `Nothing was settled: reconciliation ${id} is none that has ended and differs, or a night has looked since. Settle that one, or what is found now.`,
  )
  return isSettled
}

function parse() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        head: { type: 'string', multiple: true, default: [] },
        settled: { type: 'string' },
        hold: { type: 'string' },
        release: { type: 'boolean', default: false },
        'release-anyway': { type: 'string' },
      },
    })
    const heads = values.head.map(parseHead)
    const settled = parseSettled(values.settled, positionals)
    return heads.includes(null) ? null : { ...values, settled, heads: heads.filter((head) => head !== null) }
  } catch {
    return null
  }
}

async function main(): Promise<number> {
  const asked = parse()
  if (!asked) {
    process.stderr.write(`${USAGE}\n`)
    return 1
  }
  const config = readConfig(process.env)
  const database = openDatabase(config.databaseUrl, 8)
  try {
    // At once, and from any shell: whoever holds them has seen something that cannot wait for the outside to answer.
    if (asked.hold) {
      await holdPayouts(database, asked.hold)
      say(`Payouts are held: ${await heldBecause(database)}.`)
      return 0
    }
    await refuseMisfit(database, config.region)
    refuseForeignGiftKey(process.env, config.databaseUrl, say)
    const operator = await openOperator(database, (error) => say(`settings not read: ${String(error)}`))
    const gateways = openGateways(config.gatewayUrl, config.gatewaySecret)
    // After a restore the nights in the database are those of before; only everything will do.
    const isWhole = asked.all || asked.release
    const work = { database, operator, gateways, giftKey: config.giftKey, isWhole }
    const isSettled = await settle(database, asked.settled)
    const report = await reconcile(work, await beginByHand(database))
    for (const line of reportLines(report)) say(line)
    const cut = asked.heads.length > 0 ? await verifyChain(database, asked.heads) : []
    for (const one of cut.filter(({ kind }) => kind === 'audit-head'))
      say(`${one.kind}  ${one.subject}  ours: ${one.ours}  theirs: ${one.theirs}`)
    const isEqual = report.state === 'equal' && cut.length === 0
    const why =
      asked['release-anyway'] ?? (asked.release && isEqual ? 'everything was compared and is equal' : null)
    if (why) await releasePayouts(database, why)
    const held = await heldBecause(database)
    if (held !== null) say(`Payouts are held: ${held}.`)
    else if (why) say('Payouts leave again.')
    return isEqual && isSettled ? 0 : 2
  } finally {
    await database.close()
  }
}

await inWords(async () => {
  process.exitCode = await main()
})

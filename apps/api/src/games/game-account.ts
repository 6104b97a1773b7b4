import { activateGame, getGameAccount, resetGamePassword } from '@kapao/contract/wallet'
import type { Logger } from 'pino'
import type { Queries } from '../database/database.ts'
import type { Outcome } from '../gateways/outcome.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { mount } from '../http/route.ts'
import type { Game, OperatorState } from '../operator/operator.ts'
import { randomLetters } from '../random-letters.ts'
import { seal, unseal } from '../sealing/seal.ts'
import type { Member } from '../session/session.ts'
import { GAME_ACCOUNT_COLUMNS, type GameAccount, SHOWN_CREDITS } from './account-row.ts'
import type { GameContext } from './game-context.ts'
import { changePassword, makeSure, sendKeptPassword } from './tell-password.ts'
import { askWayIn } from './way-in.ts'

const PASSWORD_LENGTH = 10

/** Players type these into other apps. */
const newPassword = () => randomLetters(PASSWORD_LENGTH)

export async function findGameAccount(
  queries: Queries,
  memberId: bigint,
  gameCode: string,
): Promise<GameAccount | null> {
  const [row] = await queries.query<GameAccount>(
    `select ${GAME_ACCOUNT_COLUMNS} from game_account where member_id = $1 and game_code = $2`,
    [memberId, gameCode],
  )
  return row ?? null
}

/** What a member's games are shown to hold, by their codes. */
export async function readCredits(queries: Queries, memberId: bigint): Promise<ReadonlyMap<string, bigint>> {
  const accounts = await queries.query<{ gameCode: string; creditsMinor: bigint }>(
    `select game_code, ${SHOWN_CREDITS} as credits_minor from game_account where member_id = $1`,
    [memberId],
  )
  return new Map(accounts.map((account) => [account.gameCode, account.creditsMinor]))
}

export interface AskedAccount {
  readonly gameCode: string
  readonly username: string
  readonly askedAt: string
}

/** The time by which it is told what came before a question to a game and what after: the database's, as of all that is written there. */
export async function clock(queries: Queries): Promise<string> {
  const [row] = await queries.query<{ now: string }>('select clock_timestamp()::text as now')
  if (!row) throw new Error('the clock answered nothing')
  return row.now
}

/**
 * The member's accounts that money may be in. Of games that are switched off only those that had some when last seen: their players get it
 * back, but nobody waits for a provider that is gone for good.
 */
export async function accountsToAsk(
  queries: Queries,
  { games }: OperatorState,
  memberId: bigint,
): Promise<readonly AskedAccount[]> {
  return queries.query<AskedAccount>(
    `select game_code, username, clock_timestamp()::text as asked_at from game_account
     where member_id = $1 and (game_code = any($2) or credits_minor + doubt_minor > 0) order by game_code`,
    [memberId, [...games.keys()]],
  )
}

function refuseOpening(
  log: Pick<Logger, 'warn'>,
  game: Game,
  outcome: Exclude<Outcome<object>, { kind: 'confirmed' }> | null,
) {
  log.warn({ game: game.code, outcome }, 'game account not opened')
  return refuse(outcome?.kind === 'refused' ? 'SLOT_ACTIVATE_FAIL' : 'GAME_ACTIVATION_FAIL')
}

/** The account that was written with this password, which its provider refused: it can be opened again. Not where it has been of use meanwhile. */
async function forgetUnopened(queries: Queries, memberId: bigint, gameCode: string, sealed: Buffer) {
  await queries.query(
    `delete from game_account where member_id = $1 and game_code = $2 and sealed_password = $3 and password_in_doubt
       and not exists (select 1 from game_transfer where member_id = $1 and game_code = $2)`,
    [memberId, gameCode, sealed],
  )
}

function mountActivate(context: GameContext): void {
  const { database, operator, providers, sealKeys } = context
  mount(context, activateGame, async ({ params, member, log }) => {
    const game = operator.current().games.get(params.code)
    if (!game?.ratios.has(member.currency)) return refuse('NO_GAME')
    if (await findGameAccount(database, member.id, game.code)) return refuse('SLOT_ALREADY_ACTIVE')
    const provider = providers(game.code)
    // The name follows from the member, so a second try after a lost answer asks for the same account.
    const username = `kp${game.code.slice(0, 3).toLowerCase()}${member.publicId}`
    const password = newPassword()
    const created = await askWayIn(member, game.code, () => provider.createAccount(username, password))
    if (isRefusal(created)) return created
    const isThere = created.kind === 'exists'
    if (!isThere && created.kind !== 'confirmed') return refuseOpening(log, game, created)
    const sealed = seal(sealKeys, password)
    const written = await database.query(
      `insert into game_account (member_id, game_code, username, sealed_password, password_in_doubt) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning game_code`,
      [member.id, game.code, username, sealed, isThere],
    )
    if (written.length === 1 && !isThere) return { message: 'SUCCESS' as const }
    // It is there from an earlier try whose answer we never saw, or another tap was quicker: it is ours by its name, and gets the password that now
    // stands in our books. One that is sent before it stands there may come after that of another tap, and nobody would know.
    const told = await sendKeptPassword({ ...context, provider }, member.id, game.code)
    if (told?.kind === 'confirmed') return { message: 'SUCCESS' as const }
    if (told?.kind === 'refused') await forgetUnopened(database, member.id, game.code, sealed)
    return refuseOpening(log, game, told)
  })
}

export function mountGameAccounts(context: GameContext): void {
  const { database, operator, providers, sealKeys } = context
  async function ownAccount(member: Member, code: string) {
    const game = operator.current().games.get(code)
    if (!game) return refuse('NO_GAME')
    const account = await findGameAccount(database, member.id, code)
    return account ? { game, account } : refuse('SLOT_NO_ACCOUNT')
  }

  mountActivate(context)

  mount(context, getGameAccount, async ({ params, member }) => {
    const own = await ownAccount(member, params.code)
    if (isRefusal(own)) return own
    if (own.account.passwordInDoubt)
      await makeSure({ ...context, provider: providers(own.game.code) }, member.id, own.game.code)
    const form = own.game.hasFormLogin
      ? await askWayIn(member, own.game.code, () => providers(own.game.code).loginForm())
      : null
    if (isRefusal(form)) return form
    return {
      username: own.account.username,
      password: unseal(sealKeys, own.account.sealedPassword),
      event: copyForm(form),
    }
  })

  mount(context, resetGamePassword, async ({ params, member, log }) => {
    const own = await ownAccount(member, params.code)
    if (isRefusal(own)) return own
    const telling = { ...context, provider: providers(own.game.code) }
    const outcome = await askWayIn(member, own.game.code, () =>
      changePassword(telling, member.id, own.game.code, newPassword()),
    )
    if (isRefusal(outcome)) return outcome
    if (outcome?.kind === 'confirmed') return { message: 'SUCCESS' as const }
    log.warn({ game: own.game.code, outcome }, 'game password not reset')
    return refuse('SLOT_RESET_PASSWORD_FAIL')
  })
}

function copyForm(
  form: { readonly action: string; readonly fields: Readonly<Record<string, string>> } | null,
) {
  return form && { action: form.action, fields: { ...form.fields } }
}

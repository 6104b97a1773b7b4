import type { Minor } from '@kapao/money/minor'
import type { ListPage, Outcome, Standing } from './outcome.ts'

export interface TransferOrder {
  /** Ours; the same on every try. */
  readonly transferId: string
  readonly username: string
  readonly type: 'deposit' | 'withdraw'
  /** Hundredths of a credit. */
  readonly credits: Minor
}

/** What really moved, and the balance after it, in hundredths of a credit. The provider may move less than was asked for. */
export interface Moved {
  readonly credits: Minor
  readonly balance: Minor | null
}

/** What a provider tells of a balance, in hundredths of a credit. */
export interface ToldBalance {
  readonly credits: Minor
  /** The id of the last transfer that is counted in it; null where the provider does not say. */
  readonly after: string | null
}

/** A transfer as the provider's own list has it; credits as in Moved. */
export interface ListedTransfer {
  readonly transferId: string
  readonly username: string
  readonly type: 'deposit' | 'withdraw'
  readonly standing: Standing<Pick<Moved, 'credits'>>
}

export interface LoginForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** What may be said of a transfer by who was told to end it. */
export type Ended = Exclude<Standing<Pick<Moved, 'credits'>>, { kind: 'not-found' }>

/** The port to a game provider in transfer mode. Nothing here throws for a provider's failure. */
export interface GameProvider {
  createAccount(username: string, password: string): Promise<Outcome<object> | { readonly kind: 'exists' }>
  setPassword(username: string, password: string): Promise<Outcome<object>>
  /**
   * As it is at some moment from now on. Null when the provider did not answer in time, or when as much as it may be asked at once is under way: who is
   * patient waits some seconds for that to end.
   */
  balance(username: string, isPatient?: boolean): Promise<ToldBalance | null>
  transfer(order: TransferOrder): Promise<Outcome<Moved>>
  /** Without a balance: any that is told here is from when the transfer was carried out, and what is known may be newer. */
  transferStanding(transferId: string): Promise<Standing<Pick<Moved, 'credits'>>>
  /**
   * Ends a transfer that was not carried out: refused is one that never will be, also where nobody there has heard of it yet. Confirmed is one that had been carried
   * out, pending one of which that cannot be told. Unknown also where there is no such call.
   */
  cancelTransfer(transferId: string): Promise<Ended>
  listTransfers(cursor: string): Promise<ListPage<ListedTransfer>>
  /** A link that opens the game logged in; null when there is none to be had. */
  launch(username: string): Promise<string | null>
  loginForm(): Promise<LoginForm | null>
}

/** The provider behind a game's code. */
export type GameProviders = (gameCode: string) => GameProvider

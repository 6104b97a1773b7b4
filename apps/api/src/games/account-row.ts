/** SQL: a row of game_account as GameAccount has it. */
export const GAME_ACCOUNT_COLUMNS =
  'game_code, username, sealed_password, credits_minor, password_in_doubt, password_late_until'

export interface GameAccount {
  readonly gameCode: string
  readonly username: string
  readonly sealedPassword: Buffer
  readonly creditsMinor: bigint
  /** The provider may have been told another one than the one that is kept. */
  readonly passwordInDoubt: boolean
  /** Until when one that it was told, and whose answer was never seen, may still reach it. */
  readonly passwordLateUntil: Date | null
}

/** SQL: what a row of game_account shows as its game's balance: of what is in doubt there as much as leaves the figure that was believed last. */
export const SHOWN_CREDITS = '(credits_minor + least(shown_doubt_minor, doubt_minor))'

export const GAME_CODES = [
  'PG',
  'BETFLIX',
  'AREASLOT',
  'JOKER2',
  'HUAYHD',
  'ASKMEBET',
  'IMI',
  'USUN',
  'CIRCUS',
  'SLOTRACHA',
  'PGSLOT',
  'UFABET',
] as const

export type GameCode = (typeof GAME_CODES)[number]
export type GameCategory = 'slot' | 'casino' | 'sport' | 'lotto'

const CATEGORIES: Record<GameCode, GameCategory> = {
  PG: 'slot',
  BETFLIX: 'slot',
  AREASLOT: 'slot',
  JOKER2: 'slot',
  HUAYHD: 'lotto',
  ASKMEBET: 'casino',
  IMI: 'slot',
  USUN: 'slot',
  CIRCUS: 'casino',
  SLOTRACHA: 'slot',
  PGSLOT: 'slot',
  UFABET: 'sport',
}

/** The one provider whose web login is a posted form instead of a launch link. */
export const FORM_LOGIN_GAME: GameCode = 'UFABET'

export function gameCode(text: string): GameCode | null {
  return GAME_CODES.find((code) => code === text) ?? null
}

export function categoryOf(code: GameCode): GameCategory {
  return CATEGORIES[code]
}

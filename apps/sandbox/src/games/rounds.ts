import { randomInt } from 'node:crypto'
import { fromMinorUnits, type Minor, subtract } from '@kapao/money/minor'
import type { GameCategory } from './catalogue.ts'

/** What was drawn, for the page to show, and what it pays on a stake (the stake itself included), in hundredths. */
export type Draw = {
  readonly faces: readonly string[]
  readonly paysHundredths: bigint
}

/** A whole number from 0 up to, not including, `below`. */
export type Dice = (below: number) => number

const CHOICES: Record<Exclude<GameCategory, 'lotto'>, readonly string[]> = {
  slot: ['spin'],
  casino: ['high', 'low'],
  sport: ['home', 'draw', 'away'],
}
export const SPORT_ODDS: Record<string, bigint> = { home: 215n, draw: 330n, away: 340n }
const LOTTO_PAYS = 9000n
const SLOT_SYMBOLS = ['coin', 'leaf', 'moon', 'drop', 'star', 'bowl'] as const

const SLOT_THREE = 1200n
const SLOT_TWO = 150n
const CARD_PAYS = 200n
const CARD_MIDDLE = 7
const CARD_NAMES = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
const SUITS = ['♠', '♥', '♦', '♣']

function isChoice(category: GameCategory, choice: string): boolean {
  return category === 'lotto' ? /^\d{2}$/.test(choice) : CHOICES[category].includes(choice)
}

function spin(dice: Dice): Draw {
  const reels = [0, 1, 2].map(() => dice(SLOT_SYMBOLS.length))
  const different = new Set(reels).size
  const paysHundredths = different === 1 ? SLOT_THREE : different === 2 ? SLOT_TWO : 0n
  return { faces: reels.map((reel) => SLOT_SYMBOLS[reel] ?? 'coin'), paysHundredths }
}

/** High is 8 to king, low is ace to 6; on a seven the house wins. */
function drawCard(choice: string, dice: Dice): Draw {
  const rank = dice(CARD_NAMES.length) + 1
  const isHit = choice === 'high' ? rank > CARD_MIDDLE : rank < CARD_MIDDLE
  const face = `${CARD_NAMES[rank - 1] ?? ''}${SUITS[dice(SUITS.length)] ?? ''}`
  return { faces: [face], paysHundredths: isHit ? CARD_PAYS : 0n }
}

function playMatch(choice: string, dice: Dice): Draw {
  const chance = dice(100)
  const outcome = chance < 45 ? 'home' : chance < 72 ? 'draw' : 'away'
  const fewer = dice(3)
  const more = fewer + 1 + dice(2)
  const home = outcome === 'home' ? more : fewer
  const away = outcome === 'away' ? more : fewer
  const paysHundredths = outcome === choice ? (SPORT_ODDS[outcome] ?? 0n) : 0n
  return { faces: [String(home), String(away)], paysHundredths }
}

function drawDigits(choice: string, dice: Dice): Draw {
  const number = String(dice(100)).padStart(2, '0')
  return { faces: [...number], paysHundredths: number === choice ? LOTTO_PAYS : 0n }
}

/** Draws one round; null for a choice that this kind of game does not have. */
export function drawRound(category: GameCategory, choice: string, dice: Dice = randomInt): Draw | null {
  if (!isChoice(category, choice)) return null
  switch (category) {
    case 'slot':
      return spin(dice)
    case 'casino':
      return drawCard(choice, dice)
    case 'sport':
      return playMatch(choice, dice)
    case 'lotto':
      return drawDigits(choice, dice)
  }
}

/** What a round does to the balance: the payout (rounded down to a hundredth) less the stake. */
export function resultOf(stake: Minor, draw: Draw): Minor {
  return subtract(fromMinorUnits((stake * draw.paysHundredths) / 100n), stake)
}

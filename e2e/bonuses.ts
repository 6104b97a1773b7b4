// The bonus page as a player uses it, and the statement's rows that come of it.
import { expect, type Locator } from '@playwright/test'
import { payIn } from './member.ts'
import type { Player } from './player.ts'
import type { Sandbox } from './sandbox.ts'
import type { Row } from './statement-row.ts'

export const lotus = { code: 'PG', name: 'Lotus Lantern' }
export async function openBonuses(player: Player): Promise<void> {
  await player.page.goto('/user/bonus')
  await expect(player.page.getByRole('article').first()).toBeVisible()
}

/** Of a bonus by the first words of its banner. */
export function card({ page }: Player, words: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: words }) })
}

export function detailsOf(player: Player, words: string): Locator {
  return card(player, words).getByRole('button', { name: player.words('bonus.details') })
}

export async function choose(player: Player, words: string): Promise<void> {
  await detailsOf(player, words).click()
  await player.button('bonus.activate').click()
  await expect(player.sheet('bonus.offer-bonus')).toBeHidden()
  await expect(activeCard(player)).toContainText(player.words('bonus.chosen-text'))
}

export function activeCard({ page, words }: Player): Locator {
  return page.getByRole('region', { name: words('bonus.active'), exact: true })
}

type Lost = { total: string; bonus: string; base: string; failAt: string }
type Standing = Lost & { goal: string; missing: string }

async function expectFigures(player: Player, figures: readonly string[]) {
  const shown = figures.map((amount) => player.money(amount))
  await expect(activeCard(player).getByRole('definition')).toHaveText(shown)
}

export async function expectRunning(player: Player, { total, goal, missing, bonus, base, failAt }: Standing) {
  const { currency } = player
  const shown = activeCard(player)
  await expect(shown).toContainText(
    `${player.money(total)}${player.words('bonus.goal', { amount: player.figure(goal), currency })}`,
  )
  await expect(shown).toContainText(
    player.words('bonus.missing', { amount: player.figure(missing), currency }),
  )
  await expectFigures(player, [bonus, base, failAt])
}

/** So little is left that there is no way to go any more. */
export async function expectLost(player: Player, { total, bonus, base, failAt }: Lost) {
  await expect(activeCard(player)).toContainText(`${player.money(total)}${player.words('bonus.lost-text')}`)
  await expectFigures(player, [bonus, base, failAt])
}

export async function deposit(player: Player, baht: number): Promise<void> {
  await payIn(player.kapao, { ...player.member, token: await player.token() }, baht)
}

export async function playWith(
  player: Player,
  sandbox: Sandbox,
  baht: number,
  result: number,
): Promise<void> {
  await player.call('POST', '/wallet/transfer', {
    from: 'WALLET',
    to: lotus.code,
    amount: player.worth(baht),
  })
  const { username } = await player.call<{ username: string }>('GET', `/wallet/account/${lotus.code}`)
  await sandbox.play(lotus.code, username, result)
}

/** As the server last saw it. */
export async function totalOf(player: Player): Promise<number | undefined> {
  return (await player.call<{ total?: number }>('GET', '/bonus/check/active')).total
}

export async function search(player: Player, code: string): Promise<Locator> {
  const field = player.page.getByRole('searchbox', { name: player.words('bonus.code'), exact: true })
  await field.fill(code)
  await field.press('Enter')
  return field
}

export const paidIn = (amount: string): Row => ({
  type: 'deposit',
  amount: `+${amount}`,
  from: 'BANK',
  to: 'WALLET',
  status: 'success',
})
export const credited = (amount: string): Row => ({
  type: 'bonus',
  amount: `+${amount}`,
  from: 'SYSTEM',
  to: 'WALLET',
  status: 'success',
})
export const intoGame = (amount: string): Row => ({
  type: 'transfer',
  amount,
  from: 'WALLET',
  to: lotus.name,
  status: 'success',
})
export const outOfGame = (amount: string): Row => ({
  type: 'transfer',
  amount,
  from: lotus.name,
  to: 'WALLET',
  status: 'success',
})

// Bonuses and promotion codes: chosen, credited with the next deposit, played, and ended in every way there is.
import { expect } from '@playwright/test'
import {
  activeCard,
  card,
  choose,
  credited,
  deposit,
  detailsOf,
  expectLost,
  expectRunning,
  intoGame,
  lotus,
  openBonuses,
  outOfGame,
  paidIn,
  playWith,
  search,
  totalOf,
} from './bonuses.ts'
import { builds } from './builds.ts'
import { loseNextAnswer } from './lost-answer.ts'
import type { Row } from './statement-row.ts'
import { test } from './whole.ts'

test.use({ games: [lotus.code] })

test('a bonus comes with the deposit, holds withdrawals back, is met while nobody looks, and is then the member’s own @both-builds', async ({
  player,
  sandbox,
  books,
  region,
}) => {
  test.slow()
  const { currency } = player
  const { welcome, daily } = builds[region].bonuses
  const putBack = await books.setSetting('conditionLookSeconds', 1)
  await openBonuses(player)
  // Another tab that knows nothing of what is chosen here.
  const stale = await player.page.context().newPage()
  const asked = stale.waitForResponse('**/api/bonus/check/active')
  await stale.goto('/user/bonus')
  const known = await (await asked).json()
  const staleButton = (key: string) => stale.getByRole('button', { name: player.words(key) })
  await staleButton('bonus.details').nth(1).click()
  await expect(staleButton('bonus.activate')).toBeVisible()
  // It asks by itself in a while, and on a busy machine that would be too soon.
  await stale.route('**/api/bonus/check/active', (route) => route.fulfill({ json: known }))

  await choose(player, welcome)
  await expect(card(player, welcome)).toContainText(player.words('bonus.card-current'))
  await player.look('bonus-chosen')
  await staleButton('bonus.activate').click()
  await expect(stale.getByRole('alertdialog')).toContainText(player.words('errors.BONUS_REMAINING'))
  await stale.close()
  await detailsOf(player, daily).click()
  await expect(player.says('bonus.blocked')).toBeVisible()
  await expect(player.button('bonus.activate')).toBeHidden()
  await player.page.keyboard.press('Escape')

  await deposit(player, 200)
  const running = {
    total: '400.00',
    goal: '1,200.00',
    missing: '800.00',
    bonus: '200.00',
    base: '400.00',
    failAt: '40.00',
  }
  await player.page.reload()
  await expectRunning(player, running)
  await player.look('bonus-running')
  await player.page.reload()
  await expectRunning(player, running)
  await player.goHome()
  await player.expectHome({ total: '400.00', wallet: '400.00' })

  await player.button('home.withdraw').click()
  const held = player.sheet('withdraw.title')
  const far = player.words('withdraw.hold-figures', {
    total: player.figure('400.00'),
    goal: player.figure('1,200.00'),
    currency,
  })
  await expect(held).toContainText(far)
  await expect(player.field('withdraw.amount')).toBeDisabled()
  await expect(held.getByRole('button', { name: player.words('withdraw.all') })).toBeDisabled()
  await player.look('bonus-withdraw-held')
  await player.close(held)

  await playWith(player, sandbox, 400, 799.99)
  // A worker looks at the game, since nobody else does.
  await expect.poll(() => totalOf(player)).toBe(player.worth(1199.99))
  await openBonuses(player)
  await expectRunning(player, { ...running, total: '1,199.99', missing: '0.01' })
  const { username } = await player.call<{ username: string }>('GET', `/wallet/account/${lotus.code}`)
  await player.goToStatement()
  await sandbox.play(lotus.code, username, 0.01)
  const finished: Row = {
    type: 'finish_bonus',
    amount: '200.00',
    from: 'SYSTEM',
    to: 'WALLET',
    status: 'success',
    end: 'kept',
  }
  const before = [intoGame('400.00'), credited('200.00'), paidIn('200.00')]
  await expect.poll(() => books.countStatements(player.member.phone, 'finish_bonus')).toBe(1)
  await player.page.reload()
  await player.expectStatement([finished, ...before])

  await player.goHome()
  await player.button('home.withdraw').click()
  await player.field('withdraw.amount').fill(player.typed('1200'))
  await player.press(player.sheet('withdraw.title'), 'withdraw.withdraw')
  await player.button('withdraw.confirm').click()
  await expect(player.sheet('withdraw.requested-title')).toBeVisible()
  await player.button('withdraw.ok').click()
  await player.expectHome({ total: '0.00', wallet: '0.00' })
  await player.goToStatement()
  const paidOut: Row = {
    type: 'withdraw',
    amount: '−1,200.00',
    from: 'WALLET',
    to: 'BANK',
    status: 'success',
  }
  await player.expectStatement([paidOut, outOfGame('1,200.00'), finished, ...before])
  await openBonuses(player)
  await expect(activeCard(player)).toBeHidden()
  const received = card(player, welcome)
  await expect(received).toContainText(player.words('bonus.card-received'))
  await expect(received).toContainText(player.words('bonus.count-limit', { count: 1, max: 1 }))
  await expect(detailsOf(player, welcome)).toBeDisabled()
  await putBack()
})

test('a promotion code is found however it is typed; lost down to its floor it ends free, once @both-builds', async ({
  player,
  sandbox,
  region,
}) => {
  test.slow()
  const { promotion, notice } = builds[region].bonuses
  await openBonuses(player)
  // Held in the page itself: one that is loaded anew after its calls were intercepted may wait for one that nobody lets go.
  await player.page.evaluate(() => {
    const ask = window.fetch
    const letGo = new Promise((resolve) => addEventListener('let-go', resolve))
    window.fetch = async (...asked) => {
      if (String(asked[0]).includes('/promotion/find/')) await letGo
      return ask(...asked)
    }
  })
  const field = await search(player, 'nosuch')
  await expect(field).toHaveValue('NOSUCH')
  await expect(player.says('bonus.searching')).toBeVisible()
  await expect(player.button('bonus.search')).toHaveAttribute('aria-busy', 'true')
  await player.look('promotion-searching')
  await player.page.evaluate(() => dispatchEvent(new Event('let-go')))
  await expect(player.alert('bonus.not-found')).toBeVisible()
  await player.look('promotion-not-found')

  const asked = player.page.waitForRequest('**/api/promotion/find/*')
  await search(player, 'kapao50 ')
  expect((await asked).url()).toMatch(/\/KAPAO50$/)
  const sheet = player.sheet('bonus.offer-promotion')
  await expect(sheet).toContainText(promotion)
  // The operator's notice, with this promotion's percentage in it.
  await expect(sheet).toContainText(notice)
  await player.look('promotion-found')
  await player.press(sheet, 'bonus.activate')
  await expect(activeCard(player)).toContainText(player.words('bonus.type-promotion'))
  await expect(activeCard(player)).toContainText(promotion)
  await player.page.reload()
  await expect(activeCard(player)).toContainText(player.words('bonus.type-promotion'))

  await deposit(player, 100)
  await playWith(player, sandbox, 150, -135)
  await player.goHome()
  await player.button('home.check').click()
  await player.expectHome({ total: '15.00', wallet: '0.00', games: '15.00' })
  await openBonuses(player)
  await expectLost(player, { total: '15.00', bonus: '50.00', base: '150.00', failAt: '15.00' })
  await player.button('bonus.cancel').click()
  const question = player.page.getByRole('alertdialog')
  await expect(question).toContainText(player.words('bonus.cancel-free'))
  await player.look('bonus-cancel-free')
  await player.press(question, 'bonus.cancel-confirm')
  await expect(activeCard(player)).toBeHidden()
  await player.goHome()
  await player.expectHome({ total: '15.00', wallet: '15.00' })
  await player.goToStatement()
  const ended: Row = {
    type: 'finish_bonus',
    amount: '0.00',
    from: 'WALLET',
    to: 'SYSTEM',
    status: 'failed',
    end: 'not-taken',
  }
  const rows = [ended, outOfGame('15.00'), intoGame('150.00'), credited('50.00'), paidIn('100.00')]
  await player.expectStatement(rows)
  await player.page.reload()
  await player.expectStatement(rows)

  await openBonuses(player)
  await search(player, 'KAPAO50')
  const received = player.sheet('bonus.offer-promotion')
  await expect(received).toContainText(player.words('errors.PROMOTION_RECEIVED'))
  await expect(received.getByRole('button', { name: player.words('bonus.activate') })).toHaveCount(0)
})

test('cancelling in the middle takes what is left of the bonus, after the games gave their money back @both-builds', async ({
  player,
  sandbox,
  region,
}) => {
  test.slow()
  const { currency } = player
  const { daily, weekly } = builds[region].bonuses
  await openBonuses(player)
  await choose(player, daily)
  await deposit(player, 1000)
  await playWith(player, sandbox, 300, -40)
  await player.call('GET', '/wallet/refresh/slot')
  await openBonuses(player)
  await player.button('bonus.cancel').click()
  const question = player.page.getByRole('alertdialog')
  await expect(question).toContainText(
    player.words('bonus.cancel-taken', { amount: player.figure('60.00'), currency }),
  )
  await player.look('bonus-cancel')
  await player.press(question, 'bonus.cancel-back')
  await expect(activeCard(player)).toBeVisible()

  // A game in the middle of a round keeps its money: nothing is taken then.
  await sandbox.setFault('game:PG', 'round-open', 1)
  await player.button('bonus.cancel').click()
  await player.button('bonus.cancel-confirm').click()
  await expect(player.page.getByRole('alertdialog')).toContainText(player.words('bonus.cancel-games-kept'))
  await player.button('bonus.ok').click()
  await player.button('bonus.cancel').click()
  await player.button('bonus.cancel-confirm').dblclick()
  await expect(activeCard(player)).toBeHidden()
  await player.goHome()
  await player.expectHome({ total: '1,000.00', wallet: '1,000.00' })

  await openBonuses(player)
  await expect(card(player, daily)).toContainText(player.words('bonus.count-day', { count: 1, max: 1 }))
  await expect(detailsOf(player, daily)).toBeDisabled()
  for (const count of [1, 2]) {
    await choose(player, weekly)
    await deposit(player, 300)
    await player.page.reload()
    await player.button('bonus.cancel').click()
    await expect(player.page.getByRole('alertdialog')).toContainText(
      player.words('bonus.cancel-taken', { amount: player.figure('60.00'), currency }),
    )
    await player.button('bonus.cancel-confirm').click()
    await expect(activeCard(player)).toBeHidden()
    await expect(card(player, weekly)).toContainText(player.words('bonus.count-week', { count, max: 2 }))
  }
  await expect(detailsOf(player, weekly)).toBeDisabled()
  await player.page.reload()
  await expect(card(player, weekly)).toContainText(player.words('bonus.card-received'))
  await player.look('bonus-received')
  await player.goHome()
  await player.expectHome({ total: '1,600.00', wallet: '1,600.00' })
})

test('a bonus that is cancelled after one whose end was never told is cancelled, too', async ({
  player,
  region,
}) => {
  const { daily, weekly } = builds[region].bonuses
  await openBonuses(player)
  await choose(player, daily)
  await loseNextAnswer(player.page, '**/api/bonus/clear')
  await player.button('bonus.cancel').click()
  await player.button('bonus.cancel-confirm').click()
  // That it has ended is seen, and told, all the same.
  await expect(activeCard(player)).toBeHidden()
  await player.press(player.sheet('bonus.over-title'), 'bonus.ok')
  await choose(player, weekly)
  await player.button('bonus.cancel').click()
  await player.button('bonus.cancel-confirm').click()
  await expect(activeCard(player)).toBeHidden()
  await player.page.reload()
  await expect(card(player, weekly)).toBeVisible()
  await expect(activeCard(player)).toBeHidden()
})

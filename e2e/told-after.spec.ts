// What became of a press is told although the list that it was pressed in is gone by then, and told as what is known of it; a question can be left.
import { expect } from '@playwright/test'
import { openGame } from './errors/games.ts'
import { activeBonus } from './errors/given.ts'
import { arrive, button, fillMoney, type Hand, press } from './errors/place.ts'
import { test } from './operator/operator-test.ts'
import type { OperatorServer } from './operator/server.ts'

const down = { status: 502, type: 'text/html', body: '<html>Bad gateway</html>' }
const nothingActive = { body: { status: false, type: '' } }

function isActive(operator: OperatorServer): void {
  for (const [call, body] of Object.entries(activeBonus)) operator.break(call, { body })
}

/** The call has been done, or there is nothing for it to do: what the page asks for afterwards is another answer than before. */
function changing(change: () => void, answer: unknown) {
  return () => {
    change()
    return answer
  }
}

async function cancelBonus(hand: Hand): Promise<void> {
  await hand.page.goto('/user/bonus')
  await press('bonus.cancel')(hand)
  await press('bonus.cancel-confirm')(hand)
}

async function makePasswordAnew(hand: Hand): Promise<void> {
  await press('games.reset')(hand)
  await expect(hand.page.getByRole('alertdialog')).toBeVisible()
  await press('games.reset')(hand)
}

async function chooseBonus(hand: Hand): Promise<void> {
  await hand.page.goto('/user/bonus')
  await press('bonus.details')(hand)
  await press('bonus.activate')(hand)
}

const heading = ({ page, words }: Hand, key: string) =>
  page.getByRole('heading', { name: words(key), exact: true })

for (const [outcome, answer, title] of [
  ['refused', { success: false, error: 'NO_CLAIMABLE_COUPON' }, 'spin.claim-failed'],
  ['lost', '<html>Bad gateway</html>', 'errors.not-known'],
] as const) {
  test(`the claim of the only coupon that is ${outcome} is told after the list has come without it`, async ({
    page,
    operator,
  }) => {
    const coupon = { _id: 'c1', prize: { name: '20', slice: '20' }, amount: 20 }
    operator.break('GET /spinwheel/coupon', { body: { coupons: [coupon] } })
    const gone = () => operator.break('GET /spinwheel/coupon', { body: { coupons: [] } })
    operator.break('POST /spinwheel/coupon/claim', { body: changing(gone, answer) })
    const hand = await arrive(page, 'en', false)
    await page.goto('/user/spin')
    await press('spin.claim')(hand)
    await press('spin.claim-confirm')(hand)
    await expect(heading(hand, title)).toBeVisible()
    await expect(page.getByText(hand.words('spin.coupons-empty'))).toBeVisible()
  })
}

test('a bonus that was over before it could be cancelled is told to be', async ({ page, operator }) => {
  isActive(operator)
  const over = () => operator.break('GET /bonus/check/active', nothingActive)
  const refused = changing(over, { message: 'NO_DATA' })
  operator.break('GET /bonus/clear', { status: 400, body: refused })
  const hand = await arrive(page, 'en', false)
  await cancelBonus(hand)
  await expect(heading(hand, 'bonus.over-title')).toBeVisible()
  await press('bonus.ok')(hand)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button(hand, 'bonus.cancel')).toBeHidden()
})

test('a cancelling whose answer was lost is no certain no', async ({ page, operator }) => {
  isActive(operator)
  operator.break('GET /bonus/clear', down)
  const hand = await arrive(page, 'en', false)
  await cancelBonus(hand)
  const dialog = page.getByRole('alertdialog', { name: hand.words('errors.not-known'), exact: true })
  await expect(dialog).toContainText(hand.words('errors.perhaps-done'))
})

test('a choice whose answer was lost is told by what is active then', async ({ page, operator }) => {
  const chosen = changing(() => isActive(operator), '<html>Bad gateway</html>')
  operator.break('GET /bonus/activate/{code}', { status: 502, type: 'text/html', body: chosen })
  const hand = await arrive(page, 'en', false)
  await chooseBonus(hand)
  await expect(page.getByText(hand.words('bonus.activated')).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a choice of which nothing comes back is no certain no', async ({ page, operator }) => {
  const lost = changing(() => operator.break('GET /bonus/check/active', down), '<html>Bad gateway</html>')
  operator.break('GET /bonus/activate/{code}', { status: 502, type: 'text/html', body: lost })
  const hand = await arrive(page, 'en', false)
  await chooseBonus(hand)
  const dialog = page.getByRole('alertdialog', { name: hand.words('errors.not-known'), exact: true })
  await expect(dialog).toContainText(hand.words('bonus.activate-unknown'))
})

test('bringing the money back with an answer that was lost is no certain no', async ({ page, operator }) => {
  operator.break('POST /wallet/transferAll', down)
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.bring-all')(hand)
  await press('bring-all.confirm')(hand)
  const dialog = page.getByRole('alertdialog', { name: hand.words('errors.not-known'), exact: true })
  await expect(dialog).toContainText(hand.words('errors.perhaps-done'))
})

test('bringing the money back that is refused after an answer was lost is no certain no', async ({
  page,
  operator,
}) => {
  operator.break('POST /wallet/transferAll', down)
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.bring-all')(hand)
  await press('bring-all.confirm')(hand)
  await expect(button(hand, 'app.try-again')).toBeVisible()
  operator.break('POST /wallet/transferAll', { status: 400, body: { message: 'TRANSFER_FAIL' } })
  await press('app.try-again')(hand)
  await expect
    .poll(() => operator.asked.filter((call) => call === 'POST /wallet/transferAll'))
    .toHaveLength(2)
  const dialog = page.getByRole('alertdialog', { name: hand.words('errors.not-known'), exact: true })
  await expect(dialog).toContainText(hand.words('errors.perhaps-done'))
  await expect(dialog).not.toContainText(hand.words('bring-all.kept'))
  await press('bring-all.to-statement')(hand)
  await expect(page).toHaveURL(/\/user\/statement$/)
})

test('what had been moved into a game before its answer was lost leads into the game, and moves nothing again', async ({
  page,
  operator,
}) => {
  operator.break('POST /wallet/transfer', down)
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  const play = async () => {
    await press('home.transfer')(hand)
    await page.getByRole('combobox').first().selectOption('WALLET')
    await page.getByRole('combobox').last().selectOption('PG')
    await fillMoney(hand, 'transfer.amount', '10')
    await press('transfer.play')(hand)
  }
  await play()
  await expect(button(hand, 'app.try-again')).toBeVisible()
  await page.keyboard.press('Escape')
  operator.break('POST /wallet/transfer', { isReplay: true, body: { message: 'SUCCESS' } })
  await play()
  await expect(heading(hand, 'transfer.before-title')).toBeVisible()
  await press('transfer.enter')(hand)
  await expect.poll(() => operator.asked).toContain('GET /autoLogin/{provider}/{username}')
  expect(operator.asked.filter((call) => call === 'POST /wallet/transfer')).toHaveLength(2)
})

test('the question before a cancelling is left while its figures are on their way, and says so when there is no line', async ({
  page,
  context,
  operator,
}) => {
  isActive(operator)
  operator.break('GET /bonus/check/minimum', { holds: true })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/bonus')
  await press('bonus.cancel')(hand)
  const question = page.getByRole('alertdialog', { name: hand.words('bonus.cancel-title'), exact: true })
  await expect(question).toBeVisible()
  await expect(button(hand, 'bonus.cancel-confirm')).toBeDisabled()
  await press('bonus.cancel-back')(hand)
  await expect(question).toBeHidden()

  await context.setOffline(true)
  await press('bonus.cancel')(hand)
  await expect(page.getByRole('alertdialog')).toContainText(hand.words('errors.no-network'))
  await press('bonus.ok')(hand)
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('the question before an invite bonus is left while its figures are on their way', async ({
  page,
  operator,
}) => {
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.receive')(hand)
  const question = page.getByRole('dialog', { name: hand.words('invite.confirm-title'), exact: true })
  await expect(question).toBeVisible()
  operator.break('GET /wallet', { holds: true })
  await page.reload()
  await expect(question).toBeVisible()
  await expect(button(hand, 'invite.receive')).toBeDisabled()
  await press('invite.not-now')(hand)
  await expect(question).toBeHidden()
})

test('a password that a lost answer may have changed is told to be, and what is refused after it is put down to that', async ({
  page,
  operator,
}) => {
  operator.break('PUT /account/changepwd', down)
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/profile')
  const change = async () => {
    const inputs = page.locator('dialog[open] input[type=password]')
    for (const [index, typed] of ['secret-123', 'secret-456', 'secret-456'].entries()) {
      await inputs.nth(index).fill(typed)
    }
    await press('profile.change-password')(hand)
  }
  await press('profile.change-password')(hand)
  await change()
  await expect(page.getByText(hand.words('profile.password-perhaps')).first()).toBeVisible()
  operator.break('PUT /account/changepwd', { status: 400, body: { message: 'WRONG_PASSWORD' } })
  await press('profile.change-password')(hand)
  await expect(page.getByText(hand.words('profile.password-probably'))).toBeVisible()
  // Also when the sheet was closed in between, and when the page was loaded anew.
  for (const leave of [press('app.close'), () => page.reload()]) {
    await leave(hand)
    await press('profile.change-password')(hand)
    await change()
    await expect(page.getByText(hand.words('profile.password-probably'))).toBeVisible()
  }
})

test('what went wrong with a password before does not stand beside its success', async ({
  page,
  operator,
}) => {
  operator.break('PUT /account/changepwd', down)
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/profile')
  await press('profile.change-password')(hand)
  const inputs = page.locator('dialog[open] input[type=password]')
  for (const [index, typed] of ['secret-123', 'secret-456', 'secret-456'].entries())
    await inputs.nth(index).fill(typed)
  await press('profile.change-password')(hand)
  const told = page.locator('[data-toaster]').getByText(hand.words('profile.password-perhaps'))
  await expect(told).toBeVisible()
  operator.putRight()
  await press('profile.change-password')(hand)
  await expect(page.getByText(hand.words('profile.password-changed')).first()).toBeVisible()
  // At once, and not when its time is over.
  expect(await told.isVisible()).toBe(false)
})

test('a game’s password that a lost answer may have made anew is no certain no', async ({
  page,
  operator,
}) => {
  operator.break('GET /wallet/resetpassword/{code}', down)
  const hand = await arrive(page, 'en', false)
  await openGame(hand, 'Lotus Lantern')
  await makePasswordAnew(hand)
  const dialog = page.getByRole('alertdialog', { name: hand.words('errors.not-known'), exact: true })
  await expect(dialog).toContainText(hand.words('games.reset-perhaps'))
})

test('a game’s password that may be none any more is not shown when its account does not come again', async ({
  page,
  operator,
}) => {
  operator.break('GET /wallet/resetpassword/{code}', down)
  const hand = await arrive(page, 'en', false)
  await openGame(hand, 'Lotus Lantern')
  await expect(button(hand, 'games.copy-password')).toBeVisible()
  operator.break('GET /wallet/account/{code}', down)
  await makePasswordAnew(hand)
  await press('games.ok')(hand)
  await expect(page.getByText(hand.words('errors.server-down'))).toBeVisible()
  await expect(button(hand, 'games.copy-password')).toBeHidden()
  // It comes as soon as the server is well.
  operator.putRight()
  await expect(button(hand, 'games.copy-password')).toBeVisible()
})

test('what became of the coin is told although the wheel rests by then', async ({ page, operator }) => {
  const rests = () =>
    operator.break('GET /spinwheel/setup', { body: { name: 'Wheel', slices: [], userCoin: 2 } })
  operator.break('POST /spinwheel/spin', {
    status: 502,
    type: 'text/html',
    body: changing(rests, '<html>Bad gateway</html>'),
  })
  const hand = await arrive(page, 'th', false)
  await page.goto('/user/spin')
  await page.locator('[data-at] button').click()
  await expect(page.getByText(hand.words('spin.resting-title'))).toBeVisible()
  const words = hand.words('spin.unknown-resting', { coins: 2 })
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
})

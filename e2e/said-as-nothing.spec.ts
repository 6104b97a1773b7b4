// What an operator's own server has none of: it may say so by null or leave it out, and nothing else may go for it.
import { expect } from '@playwright/test'
import { arrive, button, chooseWay, field, fillMoney, press } from './errors/place.ts'
import { goodAnswers, slots, walletWith } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'

const GET_WALLET = 'GET /wallet'

test('a list that is said as nothing is told as an empty one, and not as one that did not come', async ({
  page,
  operator,
}) => {
  operator.break('POST /statement', { body: { total: 0, statements: null } })
  operator.break('GET /bonus', { body: { bonuses: null } })
  operator.break('GET /spinwheel/coupon', { body: { coupons: null } })
  const { words } = await arrive(page, 'en', false)
  for (const [path, empty] of [
    ['/user/statement', 'statement.empty-title'],
    ['/user/bonus', 'bonus.empty-title'],
    ['/user/spin', 'spin.coupons-empty'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words(empty), { exact: true })).toBeVisible()
  }
})

test('who can pay in by bank alone can, where the operator says nothing of gifts', async ({
  page,
  operator,
}) => {
  const { banks } = Object(goodAnswers['GET /lookup/deposit']?.())
  operator.break('GET /lookup/deposit', { body: { banks, wallets: null, isManual: false } })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.deposit')(hand)
  await chooseWay('bank')(hand)
  await expect(page.getByText('999-0-00333-4')).toBeVisible()
})

test('a bonus of which the member has no part is offered, also where nothing is said of that', async ({
  page,
  operator,
}) => {
  const { bonuses } = Object(goodAnswers['GET /bonus']?.())
  const { userBonus: _none, ...bonus } = bonuses[0]
  operator.break('GET /bonus', { body: { bonuses: [bonus] } })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/bonus')
  await press('bonus.details')(hand)
  await expect(button(hand, 'bonus.activate')).toBeVisible()
})

test('a member without a bank account has a home and a profile, and is told why nothing can be withdrawn', async ({
  page,
  operator,
}) => {
  operator.break(GET_WALLET, { body: { ...walletWith(slots), bankAccount: null } })
  const known = Object(goodAnswers['GET /account/profile']?.())
  operator.break('GET /account/profile', { body: { ...known, bankAccount: null } })
  operator.break('POST /wallet/withdrawAll', { status: 400, body: { message: 'NO_BANK' } })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/profile')
  await expect(page.getByText(known.profile.name)).toBeVisible()
  await expect(page.getByText(hand.words('profile.bank-account'))).toBeHidden()
  await page.goto('/user/home')
  await expect(page.getByText('1,234.50').first()).toBeVisible()
  await press('home.withdraw')(hand)
  await expect(field(hand, 'withdraw.amount')).toBeVisible()
  await expect(page.getByText(hand.words('withdraw.to-account'))).toBeHidden()
  await fillMoney(hand, 'withdraw.amount', '100')
  await press('withdraw.withdraw')(hand)
  await press('withdraw.confirm')(hand)
  await expect(page.getByText(hand.words('errors.NO_BANK'))).toBeVisible()
})

test('a game that names no address leads nowhere, and one that holds nothing yet is there to be opened', async ({
  page,
  operator,
}) => {
  const [lotus, market] = slots
  const { amount: _nothing, ...closed } = { ...market, amount: null }
  const fishing = { ...lotus, code: 'FISHING', name: 'Koi Pond', web: '', android: '-', ios: 'none' }
  operator.break(GET_WALLET, { body: walletWith([fishing, { ...closed, ftWalletSlot: null }]) })
  operator.break('GET /wallet/refresh/slot', { body: { slots: [fishing, closed], failed: null } })
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await expect(page.getByText('Night Market')).toBeVisible()
  await page.getByText('Koi Pond').click()
  await expect(page.getByText('op0001')).toBeVisible()
  await expect(page.getByRole('region', { name: hand.words('games.links') })).toBeHidden()
  await expect(button(hand, 'games.enter')).toBeHidden()
})

test('slips are turned a page at a time where nobody says how many there are', async ({ page, operator }) => {
  const SLIPS = 'POST /statement/slip'
  const [slip] = Object(goodAnswers[SLIPS]?.()).slips
  const rows = (amounts: readonly number[]) => ({
    body: { slips: amounts.map((amount) => ({ ...slip, _id: `sl-${amount}`, amount })) },
  })
  operator.break(SLIPS, rows([20, 19, 18, 17, 16, 15, 14, 13, 12, 11]))
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/statement')
  await press('statement.slips')(hand)
  await expect(page.getByText('20.00')).toBeVisible()
  operator.break(SLIPS, rows([10, 9]))
  await button(hand, 'slip.next').click()
  await expect(page.getByText('9.00', { exact: false }).first()).toBeVisible()
  await expect(page.getByText('20.00')).toBeHidden()
  await expect(button(hand, 'slip.next')).toBeDisabled()
})

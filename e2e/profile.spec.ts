// What a member sees of themselves and may change: the password, and a name at a bank that takes English names only.
import { expect, type Locator } from '@playwright/test'
import { builds } from './builds.ts'
import { hold } from './held.ts'
import { call } from './member.ts'
import { Player } from './player.ts'
import { dropLongWaits } from './scenes/steps.ts'
import { test } from './whole.ts'

type ProfileAnswer = { profile: { _id: string; coin: number; createdAt: string } }

async function openProfile(player: Player): Promise<void> {
  await player.link('app.menu-profile').click()
  await expect(fact(player, 'username')).toHaveText(written(player.member.phone))
}

/** 081-234-5678, or in Laos 020 5551 2345: no line breaks within it. */
function written(phone: string): string {
  return phone
    .replace(/^(0[23]0)(.+)(....)$/, '$1\u00a0$2\u00a0$3')
    .replace(/^(...)(...)(....)$/, '$1-\u2060$2-\u2060$3')
}

/** What stands beside a name on the page. */
function fact({ page, words }: Player, key: string): Locator {
  const name = page.getByRole('term').filter({ hasText: new RegExp(`^${words(`profile.${key}`)}$`) })
  return page.locator('dl').filter({ has: name }).getByRole('definition')
}

function logIn({ kapao, member }: Player, password: string): Promise<{ token: string }> {
  return call(kapao, 'POST', '/login', { body: { username: member.phone, password } })
}

test('the profile shows every field, before and after a reload @both-builds', async ({ player, region }) => {
  const { profile } = await player.call<ProfileAnswer>('GET', '/account/profile')
  const { name, bankAccountName, bankAccountNo } = player.member
  const created = new Date(Date.parse(profile.createdAt) + 7 * 3_600_000).toISOString()
  const [year, month, day] = created.slice(0, 10).split('-')
  const shown = {
    name,
    id: profile._id,
    username: written(player.member.phone),
    created: `${day}/${month}/${year} ${created.slice(11, 19)}`,
    coin: String(profile.coin),
    holder: bankAccountName,
    bank: builds[region].bankName,
    // Only what has ten digits is taken apart.
    'account-number': bankAccountNo
      .replace(/^(...)(...)(....)$/, '$1-$2-$3')
      .replace(/^(...)(..)(..)(.{8})(...)$/, '$1-$2-$3-$4-$5'),
  }
  await openProfile(player)
  for (const round of ['at first', 'after a reload']) {
    for (const [key, text] of Object.entries(shown)) {
      await expect(fact(player, key), `${key} ${round}`).toHaveText(text)
    }
    await expect(player.button('profile.edit-name')).toBeHidden()
    await player.look('profile')
    await player.page.reload()
  }
})

test('a password is changed by its rules, and the other phones are logged out and told so @both-builds', async ({
  player,
  browser,
  kapao,
}) => {
  const { member } = player
  const { token } = await logIn(player, member.password)
  const otherPhone = await browser.newContext({ baseURL: kapao.addresses.url })
  const other = new Player(await otherPhone.newPage(), kapao, player.locale, member)
  await other.arrive(token)
  await other.expectHome({ total: '0.00', wallet: '0.00' })
  // What home asks for by itself would tell of the end before the tap does. What is said then stays to be read.
  await hold(other.page, '**/api/wallet')
  await other.page.evaluate(dropLongWaits)

  let asked = 0
  player.page.on('request', (request) => {
    if (request.url().endsWith('/account/changepwd')) asked += 1
  })
  await openProfile(player)
  await player.button('profile.change-password').click()
  const sheet = player.sheet('profile.change-password')
  const [old, fresh, repeated] = ['old-password', 'new-password', 'repeated-password'].map((key) =>
    player.secret(`profile.${key}`),
  )
  if (!old || !fresh || !repeated) throw new Error('Three fields are wanted')
  for (const field of [old, fresh, repeated]) await expect(field).toHaveAttribute('type', 'password')

  // All are required: it stops without a word, at the first that is empty.
  const change = sheet.getByRole('button', { name: player.words('profile.change-password'), exact: true })
  await expect(change).toBeDisabled()
  await old.fill('not-my-password')
  await fresh.fill('another-secret')
  await player.press(sheet, 'profile.change-password')
  await expect(repeated).toBeFocused()
  await expect(sheet.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  // The new ones must match.
  await repeated.fill('another-secre')
  await player.press(sheet, 'profile.change-password')
  await expect(player.alert('profile.passwords-differ')).toBeVisible()
  // One that is too long is told: with its end cut off it would be another, which its owner does not know.
  for (const field of [fresh, repeated]) await field.fill('x'.repeat(129))
  await player.press(sheet, 'profile.change-password')
  await expect(player.alert('profile.password-length')).toBeVisible()
  expect(asked).toBe(0)
  await fresh.fill('another-secret')
  // The old one must be right.
  await repeated.fill('another-secret')
  await player.press(sheet, 'profile.change-password')
  await expect(player.alert('errors.WRONG_PASSWORD')).toBeVisible()
  await player.look('profile-wrong-password')
  await old.fill(member.password)
  await player.press(sheet, 'profile.change-password')
  const done = player.sheet('profile.password-changed')
  await expect(done).toContainText(player.words('profile.others-ended'))
  await player.look('profile-password-changed')
  await player.press(done, 'profile.ok')
  expect(asked).toBe(2)

  await other.button('home.check').click()
  await expect(other.page).toHaveURL(/\/login/)
  await expect(other.says('errors.UNAUTHORIZED').first()).toBeVisible()
  await otherPhone.close()

  await player.page.reload()
  await expect(fact(player, 'username')).toHaveText(written(member.phone))
  await expect(logIn(player, member.password)).rejects.toThrow('WRONG_CREDENTIAL')
  expect((await logIn(player, 'another-secret')).token).toMatch(/^\S{20,}$/)
})

const englishNameBanks: readonly (readonly [code: string, name: string])[] = [
  ['KTB', 'ธนาคารกรุงไทย'],
  ['TMB', 'ธนาคารทหารไทยธนชาต (ttb)'],
  ['BBL', 'ธนาคารกรุงเทพ'],
]

test('a name that is not English can be put right at the banks that want it so', async ({
  player,
  books,
}) => {
  for (const [code, bank] of englishNameBanks) {
    await books.setBankAccount(player.member.phone, code, 'มะลิ ใจดี')
    await player.page.goto('/user/profile')
    await expect(fact(player, 'bank')).toContainText(bank)
    await expect(fact(player, 'holder')).toHaveText('มะลิ ใจดี')
    await player.button('profile.edit-name').click()
    const sheet = player.sheet('profile.edit-name')
    const name = player.field('profile.holder')
    await expect(sheet.getByRole('button', { name: player.words('profile.save') })).toBeDisabled()
    for (const wrong of code === 'KTB' ? ['มะลิ ใจดี', "Mali O'Jaidee", 'Mali 2'] : ['มะลิ']) {
      await name.fill(wrong)
      await player.press(sheet, 'profile.save')
      await expect(player.alert('profile.english-required')).toBeVisible()
    }
    await name.fill(' mali  jaidee ')
    await player.press(sheet, 'profile.save')
    await expect(sheet).toBeHidden()
    await expect(fact(player, 'holder')).toHaveText('MALI JAIDEE')
    await expect(player.button('profile.edit-name')).toBeHidden()
    await player.page.reload()
    await expect(fact(player, 'holder')).toHaveText('MALI JAIDEE')
    await expect(player.button('profile.edit-name')).toBeHidden()
  }
})

test('at 200 % zoom a page keeps its title on one line, and the language below it', async ({ player }) => {
  const { page } = player
  await page.setViewportSize({ width: 180, height: 370 })
  await page.goto('/user/profile')
  const title = page.getByRole('banner').getByRole('heading')
  await expect(title).toBeVisible()
  const { height } = (await title.boundingBox()) ?? { height: Number.POSITIVE_INFINITY }
  expect(height).toBeLessThan(40)
})

// A transfer that did not arrive by itself, proven by its slip: credited once whoever is first, and every no in words.
import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { digits } from './builds.ts'
import { accountToPay, payIn } from './member.ts'
import type { Player } from './player.ts'
import type { Sandbox, SlipVariant } from './sandbox.ts'
import { handIn, heavier, heicNamedJpg, type PickedFile, png } from './slip-files.ts'
import { test } from './whole.ts'

/** By the browser's own picker, as a thumb does it. */
async function pick(player: Player, file: PickedFile | string): Promise<void> {
  const choosing = player.page.waitForEvent('filechooser')
  await player.page.locator('input[type=file]').click({ position: { x: 40, y: 40 } })
  await (await choosing).setFiles(file)
}

/** A transfer of the player's own to the operator, and its slip. */
async function transfer(player: Player, sandbox: Sandbox, baht: number) {
  const account = await accountToPay(player.kapao, await player.token())
  const { member } = player
  const { transRef } = await sandbox.transfer(member, account, player.worth(baht), member.currency)
  return { transRef, slip: await sandbox.slip(transRef) }
}

async function expectDeposited(player: Player, amount: string): Promise<void> {
  await player.goHome()
  await player.expectHome({ total: amount, wallet: amount })
  await player.goToStatement()
  const row = {
    type: 'deposit',
    amount: `+${amount}`,
    from: 'BANK',
    to: 'WALLET',
    status: 'success',
  } as const
  await player.expectStatement([row])
}

async function openSlips(player: Player) {
  await player.goToStatement()
  await player.button('statement.slips').click()
  const sheet = player.sheet('slip.status')
  await expect(sheet.getByRole('article').first()).toBeVisible()
  return sheet
}

test('a slip is credited once, over a line that is slow, cancelled and cut, though the feed tells of it later @both-builds', async ({
  player,
  sandbox,
  kapao,
}) => {
  const { page, member } = player
  const sheet = await player.openDeposit()
  await player.chooseWay('slip')
  await expect(player.button('slip.send')).toBeDisabled()
  const earlier = await transfer(player, sandbox, 10)
  const blank = png(heavier(await sandbox.slip(earlier.transRef, 'noQr'), 200_000), 'blank.png')
  await pick(player, blank)
  await expect(
    page.getByRole('img', { name: player.words('slip.preview', { name: 'blank.png' }) }),
  ).toBeVisible()

  const line = await page.context().newCDPSession(page)
  const setUpload = (bytesPerSecond: number) =>
    line.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput: bytesPerSecond,
    })
  await setUpload(5_000)
  await player.button('slip.send').click()
  const progress = sheet.getByRole('progressbar', { name: player.words('slip.uploading') })
  await expect(progress).toBeVisible()
  await expect(sheet.getByText(/^[1-9]\d?%$/)).toBeVisible()
  await player.look('slip-uploading')
  await player.button('slip.cancel').click()
  await expect(player.alert('slip.cancelled')).toBeVisible()
  // The same picture again, and the page goes away in the middle: the way is there again, and nothing of it was counted.
  await player.button('slip.send').click()
  await expect(progress).toBeVisible()
  await page.reload()
  await expect(player.button('slip.send')).toBeDisabled()
  await setUpload(-1)

  await sandbox.setFault('bank', 'held-back', 1)
  const { transRef, slip } = await transfer(player, sandbox, 75.25)
  await pick(player, png(slip))
  await player.button('slip.send').click()
  await expect(player.heading('deposit.paid-title')).toBeVisible()
  await expect(player.sheet('deposit.title')).toContainText(player.money('+75.25'))
  await player.look('slip-paid')
  await player.button('deposit.done').click()
  await player.goHome()
  await player.expectHome({ total: '85.25', wallet: '85.25' })

  await sandbox.tell(transRef)
  await sandbox.untilTold(transRef)
  // What the feed tells after that comes after it.
  await payIn(kapao, { ...member, token: await player.token() }, 1)
  await player.goToStatement()
  const row = { type: 'deposit', from: 'BANK', to: 'WALLET', status: 'success' } as const
  const rows = [
    { ...row, amount: '+1.00' },
    { ...row, amount: '+75.25' },
    { ...row, amount: '+10.00' },
  ]
  await player.expectStatement(rows)
  await page.reload()
  await player.expectStatement(rows)
  await player.goHome()
  await player.expectHome({ total: '86.25', wallet: '86.25' })
})

test('a slip of money that came by itself has come true, a second one is told to be counted already, and is looked at again @both-builds', async ({
  player,
  sandbox,
}) => {
  const { page } = player
  await sandbox.setFault('bank', 'twice', 1)
  const { transRef } = await transfer(player, sandbox, 40)
  await sandbox.untilTold(transRef)
  await expect(async () => {
    await player.button('home.check').click()
    await player.expectHome({ total: '40.00', wallet: '40.00' })
  }).toPass()
  await player.openDeposit()
  await player.chooseWay('slip')
  await pick(player, png(await sandbox.slip(transRef)))
  await player.button('slip.send').click()
  await expect(player.heading('deposit.paid-title')).toBeVisible()
  await player.button('deposit.done').click()
  await expectDeposited(player, '40.00')
  await player.goHome()
  const sheet = await player.openDeposit()
  await player.chooseWay('slip')
  // Turned by a quarter, as phones save what was taken lying down.
  await pick(player, png(await sandbox.slip(transRef, 'rotated')))
  await player.button('slip.send').click()
  const told = player.alert('slip.reason-SLIP_REFNO_DUPLICATED')
  await expect(told).not.toContainText(player.words('slip.failed-money'))
  await player.look('slip-not-accepted')
  await player.button('slip.another').click()
  await expect(player.button('slip.send')).toBeDisabled()
  await player.close(sheet)
  await expectDeposited(player, '40.00')

  const slips = await openSlips(player)
  const articles = slips.getByRole('article')
  await expect(articles).toContainText([
    player.words('slip.reason-SLIP_REFNO_DUPLICATED'),
    player.words('slip.status-success'),
  ])
  await expect(articles.last()).toContainText(player.money('40.00'))
  const article = articles.first()
  await expect(article).toContainText(player.words('slip.status-failed'))
  // The picture, in a window of its own that was opened inside the tap.
  const opening = page.waitForEvent('popup')
  await article.getByRole('button', { name: player.words('slip.picture') }).click()
  const picture = await opening
  await picture.waitForURL(/\/api\/|\/files?\//)
  expect(await picture.evaluate(() => document.images[0]?.naturalWidth ?? 0)).toBeGreaterThan(100)
  await picture.close()

  // A server that gives a direct link is taken at its word.
  await page.route('**/api/statement/slip', async (route) => {
    const { slips: rows, total } = await (await route.fetch()).json()
    await route.fulfill({
      json: { total, slips: rows.map((one: object) => ({ ...one, link: '/icon.svg' })) },
    })
  })
  await page.reload()
  const direct = page.waitForEvent('popup')
  await article.getByRole('button', { name: player.words('slip.picture') }).click()
  await (await direct).waitForURL(/\/icon\.svg$/)
})

test('a file that cannot be a slip is told at once, and the way stays open', async ({
  player,
  sandbox,
}, testInfo) => {
  await player.openDeposit()
  await player.chooseWay('slip')
  const { slip } = await transfer(player, sandbox, 5)
  // By its path: as bytes it would have to go through the browser's wire first.
  const huge = testInfo.outputPath('huge.png')
  await writeFile(huge, heavier(slip, 10 * 1024 * 1024))
  const refused: [PickedFile | string, string][] = [
    [{ name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }, 'not-a-picture'],
    [png(Buffer.alloc(0)), 'empty'],
    [huge, 'too-large'],
  ]
  for (const [file, problem] of refused) {
    await pick(player, file)
    await expect(player.alert(`slip.problem-${problem}`)).toBeVisible()
    await expect(player.button('slip.send')).toBeDisabled()
  }
  await player.look('slip-too-large')
  for (const file of [heicNamedJpg, { ...heicNamedJpg, buffer: Buffer.from('just words') }]) {
    await pick(player, file)
    await player.button('slip.send').click()
    await expect(player.alert('errors.SLIP_INVALID_FILE')).toBeVisible()
  }
  // Without a line it says so; the same picture goes out when it is back.
  await pick(player, png(slip))
  await player.page.context().setOffline(true)
  await player.button('slip.send').click()
  await expect(player.alert('slip.trouble-no-network')).toBeVisible()
  await player.page.context().setOffline(false)
  await player.button('slip.send').click()
  // Whether the feed was faster or not. The money is there once.
  await expect(player.heading('deposit.paid-title')).toBeVisible()
  await player.close(player.sheet('deposit.title'))
  await expectDeposited(player, '5.00')
  await player.page.reload()
  await expectDeposited(player, '5.00')
})

test('each reason for which a slip is not accepted is told in words, ten slips a page', async ({
  player,
  sandbox,
  kapao,
  books,
}) => {
  const { page, member } = player
  const token = await player.token()
  const ours = await accountToPay(kapao, token)
  const upload = async (transRef: string, variant?: SlipVariant) =>
    handIn(kapao, token, await sandbox.slip(transRef, variant))
  const reasonOf = async () => {
    const { slips } = await player.call<{ slips: { note: string; status: string }[] }>(
      'POST',
      '/statement/slip',
      { page: 1, limit: 1 },
    )
    return slips[0]?.note || slips[0]?.status
  }
  const stranger = { ...member, bankAccountNo: `5${digits(9)}`, bankAccountName: 'SOMEBODY ELSE' }
  const shop = { bankCode: 'SCB', bankAccountNo: `4${digits(9)}` }
  const spoilt: [SlipVariant, string][] = [
    ['noQr', 'CANNOT_READ_CROPPED_IMAGE'],
    ['cropped', 'CANNOT_READ_CROPPED_IMAGE'],
    ['tiny', 'IMG_SIZE_UNABLE_TO_PROCESS'],
    ['badCrc', 'INVALID_SLIP'],
    ['twoCodes', 'UNSTABLE_REFNO_ON_SLIP'],
  ]
  // A picture without a code is looked at in every size, which is work for a whole core.
  test.slow()
  const reasons: string[] = []
  const expectNext = async (reason: string) => {
    await expect.poll(reasonOf, { timeout: 150_000 }).toBe(reason)
    reasons.unshift(reason)
  }
  const toShop = await sandbox.transfer(member, shop, 11)
  for (const [variant, reason] of spoilt) {
    await upload(toShop.transRef, variant)
    await expectNext(reason)
  }
  await upload(toShop.transRef)
  await expectNext('DEST_ACC_INVALID')
  await upload((await sandbox.transfer(stranger, ours, 12)).transRef)
  await expectNext('NOT_MATCH')
  await sandbox.setFault('bank', 'held-back', 1)
  const old = await sandbox.transfer(member, ours, 13, undefined, 61)
  await upload(old.transRef)
  await expectNext('EXPIRED_SLIP')
  await sandbox.tell(old.transRef)
  await sandbox.setFault('bank', 'slip-captcha', 3)
  await upload(toShop.transRef)
  await expectNext('TRIPPLE_WRONG_CAPTCHA')
  await sandbox.setFault('bank', 'slip-no-answer')
  await upload(toShop.transRef)
  await expect.poll(() => books.loseSlipPicture(member.phone)).toBe(1)
  await expectNext('UPLOADED_FILE_NOT_EXIST')
  await upload(toShop.transRef)
  await expect.poll(reasonOf).toBe('PENDING')

  // The last one is judged while somebody looks.
  const sheet = await openSlips(player)
  const articles = sheet.getByRole('article')
  await expect(articles.first()).toContainText(player.words('slip.status-in-progress'))
  await books.letSlipsRunOut(member.phone)
  await expect(articles.first()).toContainText(player.words('slip.reason-UNKNOW_ERROR'))
  reasons.unshift('UNKNOW_ERROR')
  const texts = reasons.map((reason) => player.words(`slip.reason-${reason}`))
  await expect(articles).toContainText(texts.slice(0, 10))
  await player.look('slips')
  await expect(sheet.getByText(player.words('slip.position', { page: 1, pages: 2 }))).toBeVisible()
  await sheet.getByRole('button', { name: player.words('slip.next') }).click()
  await expect(articles).toContainText(texts.slice(10))
  await expect(articles).toHaveCount(texts.length - 10)
  await expect(sheet).not.toContainText(/[A-Z]{3,}_[A-Z]/)
  // Whose transfer was proven has its amount, what was not has none.
  await sheet.getByRole('button', { name: player.words('slip.previous') }).click()
  await expect(articles.nth(reasons.indexOf('EXPIRED_SLIP'))).toContainText(player.money('13.00'))
  await expect(articles.nth(reasons.indexOf('NOT_MATCH'))).toContainText(player.words('slip.no-amount'))

  await page.reload()
  await expect(articles).toContainText(texts.slice(0, 10))
})

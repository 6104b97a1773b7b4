// Depositing by the link of a gift: taken once, whoever taps how often, and whatever becomes of the issuer's answer.
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { join, newcomer, walletOf } from './member.ts'
import type { Player } from './player.ts'
import { test } from './whole.ts'

async function openGifts(player: Player) {
  const sheet = await player.openDeposit()
  await player.chooseWay('truelink')
  return sheet
}

async function expectDeposited(player: Player, ...amounts: string[]): Promise<void> {
  await player.goToStatement()
  await player.expectStatement(
    amounts.map((amount) => ({
      type: 'deposit',
      amount: `+${amount}`,
      from: 'BANK',
      to: 'WALLET',
      status: 'success',
    })),
  )
}

/** As any client of the wire seals a link: base64 of iv, AES-256-GCM ciphertext and tag. */
function sealed(link: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update('kapao-truelink').digest(), iv)
  return Buffer.concat([iv, cipher.update(link), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** The same link by another member, without the screen; the refusal's code, or what was credited. */
async function redeemElsewhere(player: Player, token: string, link: string): Promise<string | number> {
  const response = await fetch(`${player.kapao.addresses.url}/api/wallet/truelink`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-requested-with': 'kapao',
    },
    body: JSON.stringify({ link: sealed(link) }),
  })
  const answer: { message: string; amount?: number } = JSON.parse(await response.text())
  return answer.amount ?? answer.message
}

test('a gift is deposited once, however often it is tapped and whoever else has its link', async ({
  player,
  sandbox,
  kapao,
}) => {
  const { page } = player
  const link = await sandbox.gift(50.5)
  const sheet = await openGifts(player)
  const send = player.button('truelink.send')
  await expect(send).toBeDisabled()
  await player.look('gift')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/wallet/truelink')) sent.push(request.postData() ?? '')
  })
  // As it is shared: a sentence with the link in it.
  await player.field('truelink.link').fill(`มีซองของขวัญมาฝาก ${link} กดรับได้เลย`)
  await send.dblclick()
  await expect(player.heading('deposit.paid-title')).toBeVisible()
  await expect(sheet).toContainText(player.money('+50.50'))
  await expect(sheet).toContainText(player.money('50.50'))
  expect(sent).toHaveLength(1)
  expect(sent[0]).not.toContain('truemoney')
  await player.button('deposit.done').click()
  await player.expectHome({ total: '50.50', wallet: '50.50' })

  const other = await join(kapao, newcomer())
  expect(await redeemElsewhere(player, other.token, link)).toBe('TRUELINK_DUPLICATE')
  await openGifts(player)
  await player.field('truelink.link').fill(link)
  await player.button('truelink.send').click()
  await expect(player.alert('truelink.used')).toBeVisible()
  await player.look('gift-used')

  // Two members at once: one of them has it.
  const contested = await sandbox.gift(20)
  await player.field('truelink.link').fill(contested)
  const [theirs] = await Promise.all([
    redeemElsewhere(player, other.token, contested),
    player.button('truelink.send').click(),
  ])
  await expect(player.heading('deposit.paid-title').or(player.alert('truelink.used'))).toBeVisible()
  const isMine = theirs !== 20
  await player.close(sheet)
  expect((await walletOf(kapao, other)).wallet.amount).toBe(isMine ? 0 : 20)
  const total = isMine ? '70.50' : '50.50'
  for (const look of [() => player.goHome(), () => page.reload()]) {
    await look()
    await player.expectHome({ total, wallet: total })
  }
  await expectDeposited(player, ...(isMine ? ['20.00'] : []), '50.50')
})

test('a link that is no gift for this player is told in words, and takes nothing', async ({
  player,
  sandbox,
}) => {
  const { page } = player
  const sheet = await openGifts(player)
  const field = player.field('truelink.link')
  const send = player.button('truelink.send')
  await field.fill('   ')
  await expect(send).toBeDisabled()
  const invalid = player.words('errors.TRUELINK_INVALID')
  const used = player.words('truelink.used')
  const refused: [string, string][] = [
    ['give me money', invalid],
    ['https://gift.truemoney.example/campaign/?v=abc123', invalid],
    ['https://gift.truemoney.com/campaign/?v=0000000000000000000000aa', invalid],
    [await sandbox.gift(1.99), invalid],
    [await sandbox.gift(30, 'expired'), invalid],
    [await sandbox.gift(30, 'taken'), used],
  ]
  for (const [link, words] of refused) {
    await field.fill(link)
    await send.click()
    await expect(sheet.getByText(words)).toBeVisible()
    await expect(field).toHaveValue(link)
    await field.fill('')
    await expect(sheet.getByText(words)).toBeHidden()
    await expect(send).toBeDisabled()
  }
  // Two baht are enough.
  await field.fill(await sandbox.gift(2))
  await field.press('Enter')
  await expect(player.heading('deposit.paid-title')).toBeVisible()
  await player.button('deposit.done').click()
  await page.reload()
  await player.expectHome({ total: '2.00', wallet: '2.00' })
  await expectDeposited(player, '2.00')
})

test('a gift on its way holds its sheet until its answer is there, or is known to be lost', async ({
  player,
  sandbox,
}) => {
  const { page } = player
  const sheet = await openGifts(player)
  const field = player.field('truelink.link')
  const send = player.button('truelink.send')
  const link = await sandbox.gift(12.5)
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  await page.route('**/api/wallet/truelink', async (route) => {
    await route.fetch()
    await lost
    await route.abort('connectionreset')
  })
  await field.fill(link)
  await send.click()
  await expect(send).toHaveAttribute('aria-busy', 'true')
  await expect(player.button('deposit.other-way')).toBeDisabled()
  await expect(sheet.getByRole('button', { name: player.words('app.close'), exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(sheet).toBeVisible()
  lose()
  await expect(sheet.getByText(player.words('truelink.unknown'))).toBeVisible()
  await expect(field).toHaveValue(link)
  await player.close(sheet)
  await player.expectHome({ total: '12.50', wallet: '12.50' })
})

test('a gift whose answer is lost on either side of the server is credited once in the end', async ({
  player,
  sandbox,
  books,
}) => {
  const { page } = player
  const sheet = await openGifts(player)
  const field = player.field('truelink.link')
  const send = player.button('truelink.send')
  // Between here and the server: the same link counts once.
  await page.route('**/api/wallet/truelink', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await field.fill(await sandbox.gift(10.25))
  await send.click()
  await expect(sheet.getByText(player.words('truelink.unknown'))).toBeVisible()
  await page.unroute('**/api/wallet/truelink')
  await send.click()
  await expect(sheet).toContainText(player.money('+10.25'))
  await player.close(sheet)

  // Between the server and the issuer, who took the gift and never said so.
  await openGifts(player)
  await field.fill(await sandbox.gift(40, 'timeout-after'))
  await send.click()
  await expect(send).toHaveAttribute('aria-busy', 'true')
  await expect(field).not.toBeEditable()
  await expect(sheet).toContainText(player.money('+40.00'))
  await player.close(sheet)

  // A server that cannot tell yet: the statement will.
  await openGifts(player)
  await page.route('**/api/wallet/truelink', (route) =>
    route.fulfill({ status: 202, json: { message: 'SUCCESS', status: 'IN_PROGRESS', amount: 9 } }),
  )
  await field.fill(await sandbox.gift(9))
  await send.click()
  await expect(player.heading('truelink.pending-title')).toBeVisible()
  await player.look('gift-pending')
  // The last: the first closes every sheet.
  await sheet
    .getByRole('button', { name: player.words('app.close'), exact: true })
    .last()
    .click()
  await expect(sheet).toBeHidden()

  for (const look of [() => player.goHome(), () => page.reload()]) {
    await look()
    await player.expectHome({ total: '50.25', wallet: '50.25' })
  }
  await expectDeposited(player, '40.00', '10.25')
  expect(await books.countStatements(player.member.phone, 'deposit')).toBe(2)
  expect(await books.faults()).toEqual({ unevenMovements: 0, sum: 0n, wrongBalances: 0 })
})

test('a gift whose issuer is late is waited for in its sheet, which tells how it ends, also after a reload', async ({
  player,
  sandbox,
  books,
}) => {
  const { page } = player
  const sheet = await openGifts(player)
  let isOver = false
  await page.route('**/api/statement', async (route) => {
    const { total, statements } = await (await route.fetch()).json()
    const told = statements.map((row: object) => (isOver ? row : { ...row, status: 'PENDING' }))
    await route.fulfill({ json: { total, statements: told } })
  })
  const late = (amount: number) => ({
    status: 202,
    json: { message: 'SUCCESS', status: 'IN_PROGRESS', amount },
  })
  await page.route('**/api/wallet/truelink', async (route) => {
    await route.fetch()
    await route.fulfill(late(40))
  })
  const pending = player.heading('truelink.pending-title')
  await player.field('truelink.link').fill(await sandbox.gift(40, 'timeout-after'))
  await player.button('truelink.send').click()
  await expect(pending).toBeFocused()
  await page.reload()
  await expect(pending).toBeVisible()
  isOver = true
  await expect(player.heading('deposit.paid-title')).toBeFocused()
  await expect(sheet).toContainText(player.money('+40.00'))
  await player.button('deposit.done').click()

  // One that the issuer gave to nobody. What was told of before is not it, and what that is has to be known by then.
  const known = page.waitForResponse('**/api/statement')
  await openGifts(player)
  await known
  await page.unroute('**/api/wallet/truelink')
  await page.route('**/api/wallet/truelink', (route) => route.fulfill(late(40)))
  await player.field('truelink.link').fill(await sandbox.gift(40))
  await player.button('truelink.send').click()
  await expect(pending).toBeVisible()
  await page.reload()
  await expect(pending).toBeVisible()
  const failed = {
    type: 'deposit',
    status: 'FAILED',
    from: 'BANK',
    to: 'WALLET',
    amountMinor: 4_000,
  } as const
  await books.addOldRows(player.member.phone, [{ ...failed, at: new Date().toISOString() }])
  await expect(player.heading('truelink.not-taken-title')).toBeFocused()
  await player.look('gift-not-taken')
  await player.button('truelink.another').click()
  await expect(player.field('truelink.link')).toHaveValue('')
  await page.reload()
  await expect(player.field('truelink.link')).toBeVisible()
  await player.close(sheet)
  for (const look of [() => player.goHome(), () => page.reload()]) {
    await look()
    await player.expectHome({ total: '40.00', wallet: '40.00' })
  }
})

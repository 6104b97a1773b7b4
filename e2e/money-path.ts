// The whole way of the money as one player goes it: in by QR and by bank, into a game, won there, back, and out again. Every figure
// on the screen is held against the server's answer, the ledger, the bank and the game, before and after a reload and a restart.
import { expect } from '@playwright/test'
import { parse } from 'promptparse'
import { Books, toMinor } from './books.ts'
import { findTheWayIn, type Journey, logInAtLast, register } from './joining.ts'
import { call, type WalletAnswer } from './member.ts'
import type { Player } from './player.ts'
import { readQr } from './qr-reader.ts'
import type { Row } from './statement-row.ts'

const game = { code: 'PG', name: 'Lotus Lantern', group: 'slot' } as const

export async function goTheMoneyPath(journey: Journey): Promise<void> {
  const { player } = journey
  await findTheWayIn(journey)
  await register(journey)
  await logInAtLast(player)
  await player.expectHome({ total: '0.00', wallet: '0.00' })
  await player.look('home-empty')

  await depositByQr(journey)
  await player.expectHome({ total: '250.25', wallet: '250.25' })
  await depositByBank(journey)
  await player.button('home.check').click()
  await player.expectHome({ total: '350.75', wallet: '350.75' })

  const username = await openGame(journey)
  await transferToGame(player)
  await player.expectHome({ total: '350.75', wallet: '150.50', games: '200.25' })
  await journey.sandbox.play(game.code, username, 99.75)
  await player.button('home.check').click()
  await player.expectHome({ total: '450.50', wallet: '150.50', games: '300.00' })
  await player.look('home-full')
  await bringBack(player)
  await player.expectHome({ total: '450.50', wallet: '450.50' })
  await withdraw(player)

  const rows: Row[] = [
    { type: 'withdraw', amount: '−120.40', from: 'WALLET', to: 'BANK', status: 'success' },
    { type: 'transfer', amount: '300.00', from: game.name, to: 'WALLET', status: 'success' },
    { type: 'transfer', amount: '200.25', from: 'WALLET', to: game.name, status: 'success' },
    { type: 'deposit', amount: '+100.50', from: 'BANK', to: 'WALLET', status: 'success' },
    { type: 'deposit', amount: '+250.25', from: 'BANK', to: 'WALLET', status: 'success' },
  ]
  const total = '330.10'
  await expectAtTheEnd(player, rows, total)
  await expectBooksToAgree(journey, username)
  await player.page.reload()
  await expectAtTheEnd(player, rows, total)
  await journey.kapao.restart()
  await player.page.goto('/')
  await expectAtTheEnd(player, rows, total)
  await expectBooksToAgree(journey, username)
}

async function depositByQr({ player, sandbox, region }: Journey): Promise<void> {
  const amount = '250.25'
  const sheet = await player.openDeposit()
  await player.look('deposit-ways')
  await player.chooseWay('KBANK')
  await player.createQr(amount)
  const picture = player.qrPicture(amount)
  await expect(picture).toBeVisible()
  await player.look('deposit-qr')
  const payload = await readQr(picture)
  const code = parse(payload, true)
  // Thai codes ask for baht and satang; Lao ones for whole kip.
  expect(code?.getTagValue('53')).toBe(region === 'la' ? '418' : '764')
  expect(code?.getTagValue('54')).toBe(region === 'la' ? '250250' : '250.25')
  expect(await sandbox.payQr(payload, player.member)).toMatchObject({ amount: player.worth(250.25) })
  await expect(player.heading('deposit.paid-title')).toBeVisible()
  await expect(sheet).toContainText(player.money(`+${amount}`))
  await player.look('deposit-paid')
  await player.button('deposit.done').click()
  await expect(sheet).toBeHidden()
}

async function depositByBank({ player, sandbox, kapao }: Journey): Promise<void> {
  const { page } = player
  const token = await player.token()
  const amount = '100.50'
  const sheet = await player.openDeposit()
  await player.chooseWay('bank')
  await player.look('deposit-bank')
  const number = (
    await page
      .getByText(/^\d[\d -]{8,}$/)
      .first()
      .innerText()
  ).replace(/\D/g, '')
  const { banks } = await call<{ banks: { bankCode: string; bankAccountNo: string }[] }>(
    kapao,
    'GET',
    '/lookup/deposit',
    { token },
  )
  const target = banks.find(({ bankAccountNo }) => bankAccountNo === number)
  expect(target).toBeDefined()
  await player.field('deposit.amount-optional').fill(player.typed(amount))
  await player.button('deposit.announce').click()
  const announced = { amount: player.figure(amount), currency: player.currency }
  await expect(player.says('deposit.told', announced)).toBeVisible()
  if (target) await sandbox.transfer(player.member, target, player.worth(100.5), player.member.currency)
  // The sheet that told where to transfer tells that the money is there.
  await expect(player.heading('deposit.paid-title')).toBeVisible()
  await expect(sheet).toContainText(player.money(`+${amount}`))
  await player.close(sheet)
}

async function openGame({ player, kapao }: Journey): Promise<string> {
  await player.openGameSheet(game.group, game.name)
  await player.look('game-closed')
  await player.button('games.open-account').click()
  const login = player.page.getByRole('region', { name: player.words('games.login'), exact: true })
  await expect(player.button('games.show-password')).toBeVisible()
  const path = `/wallet/account/${game.code}`
  const { username, password } = await call<{ username: string; password: string }>(kapao, 'GET', path, {
    token: await player.token(),
  })
  await expect(login).toContainText(username)
  await expect(login).not.toContainText(password)
  await player.button('games.show-password').click()
  await expect(login).toContainText(password)
  await player.look('game-open')
  return username
}

async function transferToGame(player: Player): Promise<void> {
  await player.press(player.page.getByRole('dialog', { name: game.name, exact: true }), 'games.transfer')
  const sheet = player.sheet('transfer.title')
  await expect(sheet).toBeVisible()
  const amount = '200.25'
  await player.field('transfer.amount').fill(player.typed(amount))
  await player.look('transfer')
  await player.press(sheet, 'transfer.title')
  const moved = {
    amount: player.figure(amount),
    currency: player.currency,
    from: player.words('transfer.wallet'),
    to: game.name,
  }
  await expect(player.sheet('transfer.moved-title')).toContainText(player.words('transfer.moved', moved))
  await player.look('transfer-done')
  await player.button('transfer.ok').click()
  await expect(sheet).toBeHidden()
}

async function bringBack(player: Player): Promise<void> {
  await player.button('home.bring-all').click()
  await expect(player.sheet('bring-all.title')).toBeVisible()
  await player.look('bring-all')
  await player.button('bring-all.confirm').click()
  await expect(player.sheet('bring-all.done')).toBeVisible()
  await player.button('bring-all.ok').click()
}

async function withdraw(player: Player): Promise<void> {
  const amount = '120.40'
  await player.button('home.withdraw').click()
  const sheet = player.sheet('withdraw.title')
  await player.field('withdraw.amount').fill(player.typed(amount))
  await player.look('withdraw')
  await player.press(sheet, 'withdraw.withdraw')
  await player.look('withdraw-confirm')
  await player.button('withdraw.confirm').click()
  const requested = { amount: player.figure(amount), currency: player.currency }
  await expect(player.sheet('withdraw.requested-title')).toContainText(
    player.words('withdraw.requested', requested),
  )
  await player.button('withdraw.ok').click()
  await expect(sheet).toBeHidden()
}

async function expectAtTheEnd(player: Player, rows: readonly Row[], total: string): Promise<void> {
  await player.goToStatement()
  await player.expectStatement(rows)
  await player.look('statement')
  await player.goHome()
  await player.expectHome({ total, wallet: total })
}

/** The five books: the server's answer, the ledger, the bank's view of us and of the player, the game's. */
async function expectBooksToAgree({ player, kapao, sandbox }: Journey, username: string) {
  const { member } = player
  const books = await Books.open(kapao)
  try {
    const amount = player.worth(330.1)
    const { wallet } = await call<WalletAnswer>(kapao, 'GET', '/wallet', { token: await player.token() })
    expect(wallet.amount).toBe(amount)
    const minor = toMinor(amount)
    expect(await books.ofMember(member.phone)).toEqual({ wallet: minor, hold: 0n, entries: minor })
    expect(await books.faults()).toEqual({ unevenMovements: 0, sum: 0n, wrongBalances: 0 })
    expect(await books.differencesFromBank(sandbox)).toEqual([])
    expect(await books.differencesFromGames(sandbox)).toEqual([])
    const own = await sandbox.bankAccount(member)
    expect(own.balance).toBe(player.worth(-230.35))
    const { balance, transfers } = await sandbox.game(game.code, username)
    expect(balance).toBe(0)
    expect(transfers.map((one) => [one.type, one.amount, one.status])).toEqual(
      expect.arrayContaining([
        ['deposit', 200.25, 'success'],
        ['withdraw', 300, 'success'],
      ]),
    )
    expect(transfers).toHaveLength(2)
  } finally {
    await books.close()
  }
}

// An operator whose staff credit deposits by hand: plain account details to copy, and nothing that promises more.
import { expect } from '@playwright/test'
import { test } from './whole.ts'

type Lookup = {
  banks: { bankType: string; bankAccountNo: string; bankAccountName: string }[]
  wallets: { walletAccountName: string; walletAccountNo?: string }[]
  isManual: boolean
}

test('manual mode shows every account with a number to copy, and no way that credits by itself @both-builds', async ({
  player,
  books,
  context,
}) => {
  const { page } = player
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const putBack = await books.setSetting('manualDeposit', true)
  try {
    const lookup = () => player.call<Lookup>('GET', '/lookup/deposit')
    await expect.poll(async () => (await lookup()).isManual).toBe(true)
    const { banks, wallets } = await lookup()
    const sheet = await player.openDeposit()
    const ways = sheet.getByRole('listitem').getByRole('button')
    await expect(ways).toContainText([player.words('deposit.way-manual'), player.words('deposit.way-slip')])
    await player.look('manual-ways')
    await player.chooseWay('manual')
    await expect(sheet).toContainText(player.words('deposit.manual-text'))
    await expect(player.button('deposit.announce')).toHaveCount(0)
    const numbers = [
      ...banks.filter(({ bankAccountNo }) => bankAccountNo !== '').map((one) => one.bankAccountNo),
      ...wallets.map(({ walletAccountNo = '' }) => walletAccountNo),
    ]
    // Whichever of its words a button says at the moment.
    const words = ['deposit.copy', 'deposit.copied'].map((key) => player.words(key))
    const copies = sheet.getByRole('button', { name: new RegExp(`^(${words.join('|')})$`) })
    await expect(copies).toHaveCount(numbers.length)
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    // It is the browser's: what was copied before may still be in it.
    await page.evaluate(() => navigator.clipboard.writeText(''))
    const copied: string[] = []
    for (const button of await copies.all()) {
      await button.click()
      await expect.poll(clipboard).not.toBe(copied.at(-1) ?? '')
      copied.push(await clipboard())
    }
    expect(copied.toSorted()).toEqual(numbers.toSorted())
    await player.look('manual')
    // The way is there again after a reload, and leads on to the slip.
    await page.reload()
    await expect(sheet).toContainText(player.words('deposit.manual-text'))
    await sheet.getByRole('button', { name: player.words('deposit.way-slip') }).click()
    await expect(player.button('slip.send')).toBeVisible()
  } finally {
    await putBack()
  }
})

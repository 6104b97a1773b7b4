// The codes of an operator's own server: what it may answer of one within the wire, and ours never does.
import { expect, type Page } from '@playwright/test'
import { arrive, button, chooseWay, field, fillMoney, press } from './errors/place.ts'
import { goodAnswers, slots, walletWith } from './operator/answers.ts'
import { test } from './operator/operator-test.ts'
import { paidIn } from './operator/paid-in.ts'

const QR = 'GET /qrcode/{provider}'
const STATEMENT = 'POST /statement'

test('a code that is gone without a reason is looked for in the statement until its money is there', async ({
  page,
  operator,
}) => {
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.deposit')(hand)
  await chooseWay('KBANK')(hand)
  await fillMoney(hand, 'deposit.amount', '100')
  operator.break(QR, { body: goodAnswers['POST /qrcode/{provider}']?.() })
  await press('deposit.create')(hand)
  await expect(button(hand, 'deposit.qr-transferred')).toBeVisible()
  operator.break(QR, { body: { hasQrcode: false, message: 'Done' } })
  const checking = page.getByText(hand.words('deposit.qr-checking-text'))
  await expect(checking).toBeVisible()
  operator.break(STATEMENT, { status: 503, type: 'text/html', body: '<h1>Busy</h1>' })
  const before = operator.asked.length
  await expect.poll(() => operator.asked.slice(before).includes(STATEMENT)).toBe(true)
  await expect(checking).toBeVisible()
  await expect(field(hand, 'deposit.amount')).toBeHidden()
  operator.break(STATEMENT, { body: { total: 2, statements: [paidIn('s-2', 100), paidIn('s-1', 100)] } })
  await expect(page.getByText(hand.words('deposit.paid-title'))).toBeVisible()
})

/** The rows that stood in the statement before a code was paid are remembered with it. */
async function rowsAreKnown(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.values({ ...localStorage, ...sessionStorage }).some((kept) => kept.includes('"knownRows":[')),
      ),
    )
    .toBe(true)
}

test('a code that its server goes on answering is paid once the statement has its money, and is not shown again', async ({
  page,
  operator,
}) => {
  const hand = await arrive(page, 'en', false)
  await page.goto('/user/home')
  await press('home.deposit')(hand)
  await chooseWay('KBANK')(hand)
  await fillMoney(hand, 'deposit.amount', '100')
  operator.break(QR, { body: goodAnswers['POST /qrcode/{provider}']?.() })
  await press('deposit.create')(hand)
  await expect(button(hand, 'deposit.qr-transferred')).toBeVisible()
  await rowsAreKnown(page)
  operator.break(STATEMENT, { body: { total: 2, statements: [paidIn('s-2', 100), paidIn('s-1', 100)] } })
  await expect(page.getByText(hand.words('deposit.paid-title'))).toBeVisible()
  await page.goto('/user/home')
  await press('home.deposit')(hand)
  await chooseWay('KBANK')(hand)
  await expect(field(hand, 'deposit.amount')).toBeVisible()
})

test('the balance beside what was paid in is none from before, though it does not come at once', async ({
  page,
  operator,
}) => {
  const hand = await arrive(page, 'en', false)
  operator.break(QR, { body: goodAnswers['POST /qrcode/{provider}']?.() })
  await page.goto('/user/home')
  await press('home.deposit')(hand)
  await chooseWay('KBANK')(hand)
  await expect(button(hand, 'deposit.qr-transferred')).toBeVisible()
  await rowsAreKnown(page)
  operator.break('GET /wallet', { status: 503, type: 'text/html', body: '<h1>Busy</h1>' })
  operator.break(STATEMENT, { body: { total: 2, statements: [paidIn('s-2', 100), paidIn('s-1', 100)] } })
  await expect(page.getByText(hand.words('deposit.paid-title'))).toBeVisible()
  const asked = () => operator.asked.filter((call) => call === 'GET /wallet').length
  const before = asked()
  await expect.poll(asked).toBeGreaterThan(before)
  const waiting = page.getByRole('img', { name: hand.words('deposit.paid-balance-loading') })
  await expect(waiting).toBeVisible()
  operator.break('GET /wallet', { body: { ...walletWith(slots), wallet: { amount: 1334.5 } } })
  await expect(page.getByRole('dialog').getByText('1,334.50')).toBeVisible()
})

test('a code that was paid while nobody looked is told as paid before it is shown again', async ({
  page,
  operator,
}) => {
  const hand = await arrive(page, 'en', false)
  operator.break(QR, { body: goodAnswers['POST /qrcode/{provider}']?.() })
  await page.goto('/user/home')
  await press('home.deposit')(hand)
  await chooseWay('KBANK')(hand)
  const cancel = button(hand, 'deposit.qr-cancel')
  await expect(cancel).toBeVisible()
  await rowsAreKnown(page)
  operator.break(STATEMENT, { body: { total: 2, statements: [paidIn('s-2', 100), paidIn('s-1', 100)] } })
  await page.reload()
  await expect(page.getByText(hand.words('deposit.paid-title'))).toBeVisible()
})

for (const size of ['viewBox="0 0 10 10"', 'width="10" height="10px"', 'width="200" height="200"']) {
  test(`a code is drawn whole from markup that a page would show: ${size}, without a namespace, and not well-formed`, async ({
    page,
    operator,
  }) => {
    const unit = size.includes('200') ? 20 : 1
    const lines = `<title>Pay & go</title><path transform="scale(${unit})" d="M1 1h3v3H1zM6 6h3v3H6z" /><script>top.ran = 1</script>`
    const code = {
      ...Object(goodAnswers['POST /qrcode/{provider}']?.()),
      qrcode: `<svg ${size}>${lines}`,
    }
    operator.break(QR, { body: code })
    const hand = await arrive(page, 'en', false)
    await page.goto('/user/home')
    await press('home.deposit')(hand)
    await chooseWay('KBANK')(hand)
    const alt = hand.words('deposit.qr-alt', { amount: '100.00', currency: 'THB' })
    const picture = page.getByRole('img', { name: alt })
    await expect(picture).toHaveAttribute('src', /^data:image\/png/)
    expect(await picture.evaluate(diagonal)).toEqual([false, true, false, true, false])
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  })
}

/** Where the picture is dark on the way from its first corner to its last. */
function diagonal(picture: Element): boolean[] {
  const pen = document.createElement('canvas').getContext('2d')
  if (!(picture instanceof HTMLImageElement) || pen === null) throw new Error('There is no picture')
  pen.canvas.width = pen.canvas.height = 100
  pen.drawImage(picture, 0, 0, 100, 100)
  return [5, 25, 50, 75, 95].map((at) => pen.getImageData(at, at, 1, 1).data[0] === 0)
}

for (const minutes of [20, -20]) {
  test(`a code counts down by the server’s clock, whatever the phone’s says (${minutes} minutes)`, async ({
    page,
    operator,
  }) => {
    await page.clock.install({ time: Date.now() + minutes * 60_000 })
    operator.break(QR, { body: goodAnswers['POST /qrcode/{provider}']?.() })
    const hand = await arrive(page, 'en', false)
    await page.goto('/user/home')
    await press('home.deposit')(hand)
    await chooseWay('KBANK')(hand)
    await expect(page.getByRole('timer')).toHaveText(/^0?9:\d\d$/)
  })
}

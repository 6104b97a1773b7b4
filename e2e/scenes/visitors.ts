// What is seen before anybody is logged in, and where there is no page at all.
import { PHONE } from '../errors/given.ts'
import { field, type Hand, press } from '../errors/place.ts'
import { answers, broken, longBankAccount, never, refuses } from './answers.ts'
import { type Scene, settleWhole } from './scene.ts'
import { expect } from './steps.ts'

const go =
  (path: string, key: string) =>
  async ({ page, words }: Hand) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: words(key), exact: true }).first()).toBeVisible()
  }

async function fillLogin(hand: Hand): Promise<void> {
  await go('/login', 'session.title')(hand)
  await field(hand, 'session.phone').fill(PHONE)
  await hand.page.locator('input[type=password]').fill('secret-123')
}

const heading = (hand: Hand, key: string) =>
  expect(hand.page.getByRole('heading', { name: hand.words(key), exact: true })).toBeVisible()

export async function toOtp(hand: Hand): Promise<void> {
  await go('/register', 'register.phone-title')(hand)
  await field(hand, 'register.phone').fill(PHONE)
  await press('register.next')(hand)
  await heading(hand, 'register.otp-title')
}

export async function toProfile(hand: Hand): Promise<void> {
  await toOtp(hand)
  await field(hand, 'register.otp').fill('123456')
  await heading(hand, 'register.profile-title')
}

export async function fillProfile(hand: Hand, repeated = 'secret-123'): Promise<void> {
  await field(hand, 'register.name').fill('มะลิ ใจดี')
  const passwords = hand.page.locator('input[type=password]')
  await passwords.nth(0).fill('secret-123')
  await passwords.nth(1).fill(repeated)
  await press('register.next')(hand)
}

async function toBankStep(hand: Hand): Promise<void> {
  await toProfile(hand)
  await fillProfile(hand)
  await heading(hand, 'register.bank-title')
}

export async function toBank(hand: Hand): Promise<void> {
  await toBankStep(hand)
  await hand.page
    .getByRole('combobox', { name: hand.words('register.bank'), exact: true })
    .selectOption('KTB')
}

export async function fillBank(hand: Hand, firstName: string): Promise<void> {
  await field(hand, 'register.account-number').fill('9990001112')
  await field(hand, 'register.first-name').fill(firstName)
  await field(hand, 'register.last-name').fill('Jaidee')
  await press('register.finish')(hand)
}

export const film = async (hand: Hand) => {
  await go('/howto', 'howto.title')(hand)
  await hand.page
    .getByRole('button')
    .filter({ hasText: hand.words('howto.wallet-title') })
    .click()
  await expect(hand.page.locator('video')).toBeVisible()
  // The picture that stands for it until it is played.
  await hand.page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    const image = new Image()
    image.src = video.poster
    await image.decode()
    // The browser's own circle over it goes a while after that, and tells nobody.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  })
}

const chatOffered = { 'GET /lookup/enableChatWidget': answers({ enableChatWidget: true }) }

const pages: readonly Scene[] = [
  { name: 'login/page', open: go('/login', 'session.title') },
  {
    name: 'login/refused',
    answers: () => ({ 'POST /login': refuses('WRONG_CREDENTIAL') }),
    isSaid: true,
    async open(hand) {
      await fillLogin(hand)
      await press('session.log-in')(hand)
      await expect(hand.page.getByText(hand.words('errors.WRONG_CREDENTIAL')).first()).toBeVisible()
    },
  },
  {
    name: 'login/no-line',
    answers: () => ({ 'POST /login': { hangsUp: true } }),
    isSaid: true,
    async open(hand) {
      await fillLogin(hand)
      await press('session.log-in')(hand)
      await expect(hand.page.getByText(hand.words('errors.unreachable')).first()).toBeVisible()
    },
  },
  {
    name: 'login/busy',
    answers: () => ({ 'POST /login': never }),
    async open(hand) {
      await fillLogin(hand)
      await press('session.log-in')(hand)
      await expect(hand.page.locator('[aria-busy=true]')).toBeVisible()
    },
  },
  {
    name: 'login/language-menu',
    isSaid: true,
    async open(hand) {
      await go('/login', 'session.title')(hand)
      await hand.page.getByRole('button', { name: hand.words('app.language') }).click()
      await expect(hand.page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'login/offline',
    // No other language can be fetched.
    isSaid: true,
    async open(hand) {
      await go('/login', 'session.title')(hand)
      await settleWhole(hand.page)
      await hand.page.context().setOffline(true)
      await expect(hand.page.getByText(hand.words('connection.offline'))).toBeVisible()
    },
    leave: ({ page }) => page.context().setOffline(false),
  },
  {
    name: 'login/chat-invitation',
    answers: () => chatOffered,
    // Whoever presses the menu of the languages has seen it.
    isSaid: true,
    async open(hand) {
      await go('/login', 'session.title')(hand)
      // It would go away by itself.
      await hand.page.addInitScript(() => {
        if (sessionStorage.getItem('scene') !== 'invited') return
        const { setTimeout: wait } = window
        Object.assign(window, {
          setTimeout: (run: () => void, ms = 0) => (ms < 10_000 ? wait(run, ms) : 0),
        })
      })
      await hand.page.evaluate(() => {
        sessionStorage.setItem('scene', 'invited')
        sessionStorage.removeItem('chat-invite')
      })
      await hand.page.reload()
      await expect(hand.page.getByText(hand.words('chat-bubble.invite'))).toBeVisible()
    },
  },
  { name: 'register/phone', open: go('/register', 'register.phone-title') },
  {
    name: 'register/phone-wrong',
    isSaid: true,
    async open(hand) {
      await go('/register', 'register.phone-title')(hand)
      await field(hand, 'register.phone').fill('0812')
      await press('register.next')(hand)
      const rule = hand.country === 'la' ? 'register.phone-laos' : 'register.phone-10-digits'
      await expect(hand.page.getByText(hand.words(rule))).toBeVisible()
    },
  },
  {
    name: 'register/phone-refused',
    answers: () => ({ 'POST /otp/send': refuses('PHONE_NUMBER_REQUIRE_10_DIGIT') }),
    isSaid: true,
    async open(hand) {
      await go('/register', 'register.phone-title')(hand)
      await field(hand, 'register.phone').fill(PHONE)
      await press('register.next')(hand)
      await expect(field(hand, 'register.phone')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  { name: 'register/otp', open: toOtp },
  {
    name: 'register/otp-wrong',
    answers: () => ({ 'POST /otp/verify': refuses('OTP_CODE_INVALID') }),
    isSaid: true,
    async open(hand) {
      await toOtp(hand)
      await field(hand, 'register.otp').fill('123456')
      await expect(hand.page.getByText(hand.words('errors.OTP_CODE_INVALID'))).toBeVisible()
      await expect(field(hand, 'register.otp')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  { name: 'register/profile', open: toProfile },
  {
    name: 'register/profile-differs',
    isSaid: true,
    async open(hand) {
      await toProfile(hand)
      await fillProfile(hand, 'secret-124')
      await expect(hand.page.getByText(hand.words('register.passwords-differ'))).toBeVisible()
    },
  },
  { name: 'register/bank', open: toBankStep },
  {
    name: 'register/bank-english',
    country: 'th',
    isSaid: true,
    async open(hand) {
      await toBank(hand)
      await fillBank(hand, 'มะลิ')
      await expect(hand.page.getByText(hand.words('register.account-name-english')).first()).toBeVisible()
    },
  },
  {
    name: 'register/bank-taken',
    answers: () => ({
      'POST /account': refuses('EXISTING_BANK'),
      'GET /lookup/banks': answers({ banks: [{ code: 'KTB', ...longBankAccount.bank }] }),
    }),
    isSaid: true,
    async open(hand) {
      await toBank(hand)
      await fillBank(hand, 'Mali')
      await expect(hand.page.getByText(hand.words('errors.EXISTING_BANK')).first()).toBeVisible()
    },
  },
  {
    name: 'register/done',
    isSaid: true,
    async open(hand) {
      await toBank(hand)
      // It would go on to the log-in by itself.
      await hand.page.evaluate(() => {
        const { setTimeout: wait } = window
        const short = (run: () => void, ms = 0) => (ms < 1_000 ? wait(run, ms) : 0)
        Object.assign(window, { setTimeout: short })
      })
      await fillBank(hand, 'Mali')
      await heading(hand, 'register.done-title')
    },
  },
  { name: 'howto/page', open: go('/howto', 'howto.title') },
  { name: 'howto/film', open: film },
  {
    name: 'contact/page',
    async open(hand) {
      await go('/contact', 'contact.title')(hand)
      await expect(hand.page.getByRole('figure')).toBeVisible()
    },
  },
  {
    name: 'contact/failed',
    answers: () => ({ 'GET /lookup/contact': broken }),
    async open(hand) {
      await go('/contact', 'contact.title')(hand)
      await expect(hand.page.getByText(hand.words('contact.failed'))).toBeVisible()
    },
  },
  { name: 'nowhere/404', open: go('/nowhere', 'app.not-found-title') },
  {
    name: 'nowhere/terminated',
    answers: () => ({ 'GET /lookup/active': { body: { terminated: 'gone' } } }),
    open: go('/terminated', 'app.terminated-title'),
  },
]

export const visitorScenes = pages.map((scene): Scene => ({ isVisitor: true, ...scene }))

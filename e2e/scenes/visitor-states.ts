// What a visitor sees more rarely: what did not load, and a browser inside another app.
import { PHONE } from '../errors/given.ts'
import { field, press } from '../errors/place.ts'
import { locales } from '../words.ts'
import { broken, never, refuses } from './answers.ts'
import { chooseLanguage, type Scene } from './scene.ts'
import {
  at,
  expect,
  forgetful,
  home,
  inApp,
  isBusy,
  loads,
  remembers,
  sees,
  seesButton,
  sight,
  steps,
} from './steps.ts'
import { fillBank, fillProfile, film, toBank, toOtp, toProfile } from './visitors.ts'

const states: readonly Scene[] = [
  {
    name: 'login/in-app',
    open: steps(
      inApp,
      at('/login'),
      sight(({ page, words }) => page.getByRole('complementary', { name: words('surroundings.label') })),
    ),
  },
  {
    name: 'login/keeps-nothing',
    open: steps(
      forgetful,
      at('/login'),
      sight(({ page }) => page.getByRole('complementary')),
      async ({ page }) => {
        const wanted = await page.evaluate(() => window.name.split(' ')[1])
        for (const locale of locales) if (locale === wanted) await chooseLanguage(page, locale)
      },
      sees('surroundings.keeps-nothing'),
    ),
    leave: remembers,
  },
  {
    name: 'login/logged-out-elsewhere',
    isVisitor: false,
    isSaid: true,
    open: steps(
      home,
      async ({ page }) => {
        // As another tab would leave it.
        await page.evaluate(() => {
          localStorage.removeItem('token')
          dispatchEvent(new StorageEvent('storage', { key: 'token' }))
        })
      },
      sees('app.logged-out-elsewhere'),
    ),
  },
  {
    name: 'register/otp-again',
    open: steps(
      toOtp,
      ({ page }) =>
        page.evaluate(() => {
          const { now } = Date
          Date.now = () => now() + 120_000
        }),
      seesButton('register.resend'),
    ),
  },
  {
    name: 'register/profile-missing',
    isSaid: true,
    open: steps(
      toProfile,
      (hand) => field(hand, 'register.name').fill('มะลิ ใจดี'),
      press('register.next'),
      sees('register.password-required'),
    ),
  },
  {
    name: 'register/bank-missing',
    isSaid: true,
    open: steps(toBank, press('register.finish'), sees('register.account-number-required')),
  },
  {
    name: 'register/bank-refused',
    answers: () => ({
      'POST /account': { status: 400, body: { message: 'INVALID_BANK', field: 'bankAccountNo' } },
    }),
    isSaid: true,
    open: steps(toBank, (hand) => fillBank(hand, 'Mali'), sees('register.account-number-wrong')),
  },
  {
    name: 'register/bank-busy',
    answers: () => ({ 'POST /account': never }),
    open: steps(toBank, (hand) => fillBank(hand, 'Mali'), isBusy),
  },
  {
    name: 'register/number-taken',
    answers: () => ({ 'POST /account/validate': refuses('EXISTING_USER') }),
    isSaid: true,
    open: steps(toProfile, fillProfile, sees('register.phone-title'), async ({ page, words }) => {
      await page.getByRole('alert').getByRole('link').waitFor()
      await expect(page.getByRole('link', { name: words('register.to-login') })).toHaveCount(1)
    }),
  },
  {
    name: 'register/not-sent',
    answers: () => ({ 'POST /otp/send': refuses('OTP_SEND_FAIL') }),
    isSaid: true,
    open: steps(
      at('/register'),
      sees('register.phone-title'),
      (hand) => field(hand, 'register.phone').fill(PHONE),
      press('register.next'),
      sees('errors.OTP_SEND_FAIL'),
    ),
  },
  {
    name: 'register/otp-incomplete',
    isSaid: true,
    open: steps(
      toOtp,
      (hand) => field(hand, 'register.otp').fill('123'),
      press('register.confirm'),
      sees('register.otp-required'),
    ),
  },
  {
    name: 'register/otp-busy',
    answers: () => ({ 'POST /otp/verify': never }),
    open: steps(toOtp, (hand) => field(hand, 'register.otp').fill('123456'), seesButton('register.confirm')),
  },
  {
    name: 'register/banks-failed',
    answers: () => ({ 'GET /lookup/banks': broken }),
    isSaid: true,
    open: steps(toProfile, fillProfile, sees('register.banks-failed')),
  },
  {
    name: 'howto/no-film',
    isSaid: true,
    async open(hand) {
      await hand.page.route('**/*.mp4', (route) => route.abort())
      await film(hand)
      await hand.page
        .locator('video')
        .evaluate((video: HTMLVideoElement) => void video.play().catch(() => {}))
      await sees('howto.failed')(hand)
    },
    leave: ({ page }) => page.unroute('**/*.mp4'),
  },
  {
    name: 'contact/loading',
    answers: () => ({ 'GET /lookup/contact': never }),
    open: steps(at('/contact'), loads('contact.loading')),
  },
  { name: 'nowhere/member', isVisitor: false, open: steps(at('/user/nowhere'), sees('app.not-found-title')) },
]

export const visitorStates = states.map((scene): Scene => ({ isVisitor: true, ...scene }))

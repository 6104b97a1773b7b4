// Home, the statement and the profile.
import { press } from '../errors/place.ts'
import {
  answers,
  broken,
  longBankAccount,
  longProfile,
  never,
  profile,
  refuses,
  slots,
  wallet,
} from './answers.ts'
import type { Scene } from './scene.ts'
import { at, fromHome, home, inDialog, loads, type Step, sees, seesButton, sight, steps } from './steps.ts'

const statement = at('/user/statement')
const profilePage = steps(at('/user/profile'), seesButton('profile.change-password'))
const slips = steps(
  statement,
  sight(({ page }) => page.getByRole('article')),
  press('statement.slips'),
)
const articles = sight(({ page }) => page.locator('dialog[open]').getByRole('article'))
const password = (...typed: readonly [string, string, string]): Step =>
  steps(profilePage, press('profile.change-password'), inDialog, async (hand) => {
    const fields = hand.page.locator('dialog[open] input[type=password]')
    for (const [index, text] of typed.entries()) await fields.nth(index).fill(text)
    await press('profile.change-password')(hand)
  })
const thaiName = { ...longBankAccount, bankAccountName: 'มะลิ ใจดี' }

/** A worker of the next release waits to take over, as far as the page can tell. */
const newerRelease: Step = async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('scene') !== 'newer-release') return
    const waiting = { postMessage: () => hear({ data: { kind: 'newer' } }) }
    let hear: (event: unknown) => void = () => undefined
    const workers = {
      controller: {},
      ready: new Promise(() => undefined),
      addEventListener: (kind: string, listener: typeof hear) => {
        if (kind === 'message') hear = listener
      },
      register: async () => ({ waiting, addEventListener: () => undefined }),
    }
    Object.defineProperty(navigator, 'serviceWorker', { value: workers })
  })
  await page.evaluate(() => sessionStorage.setItem('scene', 'newer-release'))
}

export const walletScenes: readonly Scene[] = [
  { name: 'home/page', open: home },
  {
    name: 'home/loading',
    answers: () => ({ 'GET /wallet': never }),
    open: steps(
      at('/user/home'),
      sight(({ page }) => page.locator('section[aria-busy=true]')),
    ),
  },
  {
    name: 'home/failed',
    answers: () => ({ 'GET /wallet': broken }),
    open: steps(at('/user/home'), sees('home.failed')),
  },
  {
    name: 'home/switched-off',
    answers: () => ({ 'GET /wallet': refuses('INACTIVE_USER', 403) }),
    open: steps(at('/user/home'), sees('errors.INACTIVE_USER')),
  },
  {
    name: 'home/long',
    answers: () => ({
      'GET /wallet': wallet({
        profile: longProfile,
        wallet: { amount: 98_765_432.1, currency: 'THB' },
        invite: { amount: 1_234_567.5, success: 200, fail: 10 },
        slots: slots(98_765),
      }),
    }),
    open: home,
  },
  {
    name: 'home/new-member',
    answers: () => ({
      'GET /wallet': wallet({
        wallet: { amount: 0, currency: 'THB' },
        invite: { amount: 0, success: 0, fail: 0 },
        slots: slots(0),
      }),
      'GET /spinwheel/active': answers({ isActive: false }),
    }),
    open: home,
  },
  {
    name: 'home/silent-games',
    answers: () => ({
      'GET /wallet/refresh/slot': answers({ slots: slots(), failed: ['PG', 'JOKER2', 'HUAYHD'] }),
    }),
    open: fromHome(
      'home.check',
      sight(({ page }) => page.getByText(/Lotus Lantern.*Merry Mask/)),
    ),
  },
  {
    name: 'home/on-its-way',
    answers: () => ({
      'GET /wallet': wallet({ onItsWay: 100, onItsWayToBank: 200 }),
      'GET /wallet/refresh/slot': answers({ slots: slots(), failed: ['PG'] }),
    }),
    open: fromHome(
      'home.check',
      sight(({ page }) => page.getByRole('status').getByText(/Lotus\sLantern/)),
    ),
  },
  { name: 'home/newer-release', open: steps(newerRelease, home, sees('connection.newer')) },
  {
    name: 'home/conditions',
    open: fromHome(
      'app.menu-conditions',
      sight(({ page }) => page.locator('dialog[open] h3')),
    ),
  },
  {
    name: 'home/conditions-failed',
    answers: () => ({ 'GET /lookup/conditions': broken }),
    open: fromHome('app.menu-conditions', sees('conditions.failed')),
  },
  {
    name: 'home/agreement',
    open: fromHome(
      'home.agreement',
      sight(({ page }) => page.locator('dialog[open] h3')),
    ),
  },
  {
    name: 'home/agreement-empty',
    answers: () => ({ 'GET /lookup/agreements': answers({ agreements: [] }) }),
    open: fromHome('home.agreement', sees('agreement.empty')),
  },
  {
    name: 'home/agreement-loading',
    answers: () => ({ 'GET /lookup/agreements': never }),
    open: fromHome('home.agreement', loads('agreement.loading')),
  },
  { name: 'home/collect', open: fromHome('home.bring-all', seesButton('bring-all.confirm')) },
  {
    name: 'home/collected-in-part',
    answers: () => ({
      'POST /wallet/transferAll': answers({ message: 'SUCCESS', failed: ['PG', 'HUAYHD'] }),
    }),
    open: fromHome('home.bring-all', inDialog, press('bring-all.confirm'), sees('bring-all.some')),
  },
  {
    name: 'home/not-collected',
    answers: () => ({ 'POST /wallet/transferAll': refuses('TRANSFER_FAIL') }),
    open: fromHome('home.bring-all', inDialog, press('bring-all.confirm'), sees('bring-all.failed')),
  },
  {
    name: 'home/broken-page',
    async open(hand) {
      await home(hand)
      await hand.page.route('**/assets/statement-page*', (route) => route.abort())
      await hand.page.getByRole('link', { name: hand.words('app.menu-statement'), exact: true }).click()
      await sees('app.broken-title')(hand)
    },
    leave: ({ page }) => page.unroute('**/assets/statement-page*'),
  },
  {
    name: 'statement/page',
    open: steps(
      statement,
      sight(({ page }) => page.getByRole('article')),
    ),
  },
  {
    name: 'statement/empty',
    answers: () => ({ 'POST /statement': answers({ total: 0, statements: [] }) }),
    open: steps(statement, sees('statement.empty-title')),
  },
  {
    name: 'statement/loading',
    answers: () => ({ 'POST /statement': never }),
    open: steps(statement, loads('statement.loading')),
  },
  {
    name: 'statement/failed',
    answers: () => ({ 'POST /statement': broken }),
    open: steps(statement, sees('statement.failed')),
  },
  { name: 'statement/slips', open: steps(slips, articles) },
  {
    name: 'statement/slips-empty',
    answers: () => ({ 'POST /statement/slip': answers({ total: 0, slips: [] }) }),
    open: steps(slips, sees('slip.empty-title')),
  },
  {
    name: 'statement/slips-failed',
    answers: () => ({ 'POST /statement/slip': broken }),
    open: steps(slips, sees('slip.list-failed')),
  },
  { name: 'profile/page', open: profilePage },
  {
    name: 'profile/long',
    answers: () => ({ 'GET /account/profile': answers({ profile: longProfile, bankAccount: thaiName }) }),
    open: profilePage,
  },
  {
    name: 'profile/loading',
    answers: () => ({ 'GET /account/profile': never }),
    open: steps(at('/user/profile'), loads('profile.loading')),
  },
  {
    name: 'profile/failed',
    answers: () => ({ 'GET /account/profile': broken }),
    open: steps(at('/user/profile'), sees('profile.failed')),
  },
  { name: 'profile/password', open: steps(profilePage, press('profile.change-password'), inDialog) },
  {
    name: 'profile/password-differs',
    isSaid: true,
    open: steps(password('secret-123', 'secret-456', 'secret-457'), sees('profile.passwords-differ')),
  },
  {
    name: 'profile/password-wrong',
    answers: () => ({ 'PUT /account/changepwd': refuses('WRONG_PASSWORD') }),
    isSaid: true,
    open: steps(password('secret-123', 'secret-456', 'secret-456'), sees('errors.WRONG_PASSWORD')),
  },
  {
    name: 'profile/password-changed',
    open: steps(password('secret-123', 'secret-456', 'secret-456'), sees('profile.password-changed')),
  },
  {
    name: 'profile/name',
    country: 'th',
    answers: () => ({ 'GET /account/profile': answers({ profile, bankAccount: thaiName }) }),
    open: steps(profilePage, press('profile.edit-name'), inDialog),
  },
  {
    name: 'profile/name-wrong',
    country: 'th',
    answers: () => ({ 'GET /account/profile': answers({ profile, bankAccount: thaiName }) }),
    isSaid: true,
    open: steps(
      profilePage,
      press('profile.edit-name'),
      async ({ page }) => page.locator('dialog[open] input').first().fill('มะลิ ใจดี'),
      press('profile.save'),
      sees('profile.english-required'),
    ),
  },
  {
    name: 'contact/member',
    open: steps(
      at('/user/contact'),
      sight(({ page }) => page.getByRole('figure')),
    ),
  },
]

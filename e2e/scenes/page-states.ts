// What pages and their lists show further on: what lies behind the first page, and what was copied.
import { press } from '../errors/place.ts'
import { answers, changing, longBankAccount, never, profile, slips, statements } from './answers.ts'
import { plain } from './rewards.ts'
import type { Scene } from './scene.ts'
import {
  at,
  fromHome,
  game,
  inDialog,
  isBusy,
  reads,
  type Step,
  sees,
  seesButton,
  sight,
  stays,
  steps,
  toast,
  typesMoney,
  way,
} from './steps.ts'

const turns = (group: string, pages: number): Step =>
  steps(
    press(`${group}.next`),
    sight(({ page, words }) =>
      page.getByText(words(`${group}.position`, { page: 2, pages }), { exact: true }),
    ),
  )
/** What was there has gone by the time that the page is turned. */
const turnsToNothing = (group: string, path: string, rows: string): Step =>
  steps(
    seesButton(`${group}.next`),
    async ({ page }) => {
      await page.route(`**/api/${path}`, (route) => route.fulfill({ json: { total: 10, [rows]: [] } }))
    },
    press(`${group}.next`),
    sees('app.no-more'),
  )
const unroute =
  (path: string): Step =>
  ({ page }) =>
    page.unroute(`**/api/${path}`)
const holds = (call: string) => ({ [call]: never })
/** At Lao banks names are not kept in English letters. */
const name: Step = steps(
  at('/user/profile'),
  press('profile.edit-name'),
  inDialog,
  async ({ page }) => page.locator('dialog[open] input').first().fill('MALI JAIDEE'),
  press('profile.save'),
)
export const thaiName = () => ({
  'GET /account/profile': answers({
    profile,
    bankAccount: { ...longBankAccount, bankAccountName: 'มะลิ ใจดี' },
  }),
})

type Marked = <Row extends { _id: string }>(rows: readonly Row[]) => Row[]

/** Every answer has rows of its own: those of the page before are left out of the next. */
function freshRows(call: string, total: number, of: (marked: Marked) => Record<string, unknown>) {
  let asked = 0
  const body = () => {
    asked += 1
    return { total, ...of((rows) => rows.map((row) => ({ ...row, _id: `${row._id}-${asked}` }))) }
  }
  return { [call]: { body } }
}

const reasons = [
  'UPLOADED_FILE_NOT_EXIST',
  'IMG_SIZE_UNABLE_TO_PROCESS',
  'CANNOT_READ_CROPPED_IMAGE',
  'NOT_MATCH',
  'SLIP_REFNO_DUPLICATED',
  'UNSTABLE_REFNO_ON_SLIP',
  'INVALID_SLIP',
  'UNKNOW_ERROR',
]
const refusedSlips = () =>
  slips().flatMap((slip, index) =>
    reasons
      .filter((_, place) => place % slips().length === index)
      .map((note) => ({ ...slip, _id: note, status: 'FAILED', note, reference: note })),
  )

export const pageStates: readonly Scene[] = [
  {
    name: 'statement/second-page',
    answers: () => freshRows('POST /statement', 95, (marked) => ({ statements: marked(statements()) })),
    open: steps(
      at('/user/statement'),
      sight(({ page }) => page.getByRole('article')),
      turns('statement', 10),
    ),
  },
  {
    name: 'statement/slips-second-page',
    answers: () => freshRows('POST /statement/slip', 25, (marked) => ({ slips: marked(slips()) })),
    open: steps(at('/user/statement'), press('statement.slips'), inDialog, turns('slip', 3)),
  },
  {
    name: 'statement/slip-opening',
    answers: () => holds('GET /statement/slip/reference/{reference}'),
    open: steps(at('/user/statement'), press('statement.slips'), inDialog, press('slip.picture'), isBusy),
  },
  {
    name: 'statement/slips-refused',
    answers: () => ({ 'POST /statement/slip': answers({ total: reasons.length, slips: refusedSlips() }) }),
    open: steps(at('/user/statement'), press('statement.slips'), inDialog, reads('slip.reason-NOT_MATCH')),
  },
  {
    name: 'statement/no-more',
    answers: () => freshRows('POST /statement', 95, (marked) => ({ statements: marked(statements()) })),
    open: steps(
      at('/user/statement'),
      sight(({ page }) => page.getByRole('article')),
      turnsToNothing('statement', 'statement', 'statements'),
    ),
    leave: unroute('statement'),
  },
  {
    name: 'statement/no-more-slips',
    answers: () => freshRows('POST /statement/slip', 25, (marked) => ({ slips: marked(slips()) })),
    open: steps(
      at('/user/statement'),
      press('statement.slips'),
      inDialog,
      turnsToNothing('slip', 'statement/slip', 'slips'),
    ),
    leave: unroute('statement/slip'),
  },
  {
    name: 'invite/no-more',
    answers: () => plain,
    open: fromHome('home.invite', turnsToNothing('invite', 'invite', 'invites')),
    leave: unroute('invite'),
  },
  { name: 'invite/second-page', answers: () => plain, open: fromHome('home.invite', turns('invite', 3)) },
  { name: 'refund/second-page', answers: () => plain, open: fromHome('home.refund', turns('refund', 2)) },
  {
    name: 'invite/copied',
    answers: () => plain,
    isSaid: true,
    open: fromHome('home.invite', stays, press('invite.copy'), seesButton('invite.copied'), toast),
  },
  { name: 'deposit/copied', isSaid: true, open: way('bank', stays, press('deposit.copy'), toast) },
  {
    name: 'game/copied',
    isSaid: true,
    open: game('Lotus Lantern', press('games.copy-password'), toast),
  },
  {
    name: 'game/entering',
    answers: () => ({ ...holds('GET /autoLogin/{provider}/{username}') }),
    open: game('Lotus Lantern', press('games.enter'), isBusy),
  },
  {
    name: 'profile/name-saving',
    country: 'th',
    answers: () => ({ ...thaiName(), ...holds('PUT /account/bankAccountName') }),
    open: steps(name, isBusy),
  },
  {
    name: 'profile/name-saved',
    country: 'th',
    answers: () =>
      changing('PUT /account/bankAccountName', { message: 'SUCCESS' }, thaiName(), {
        'GET /account/profile': answers({
          profile,
          bankAccount: { ...longBankAccount, bankAccountName: 'MALI JAIDEE' },
        }),
      }),
    isSaid: true,
    open: steps(name, toast),
  },
  {
    name: 'withdraw/too-much',
    isSaid: true,
    open: fromHome(
      'home.withdraw',
      typesMoney('withdraw.amount', '99999999'),
      press('withdraw.withdraw'),
      sight(({ page }) => page.locator('[aria-invalid=true]')),
    ),
  },
]

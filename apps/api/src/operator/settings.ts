import { banner, money } from '@kapao/contract/values'
import * as v from 'valibot'

/**
 * What a provider has never heard of may be waiting in its queue: our request is given up after some seconds, and carried out a minute later all the same.
 * Whoever believed it sooner would pay twice.
 */
export const LEAST_NOT_FOUND_SECONDS = 120

const perCurrency = v.record(v.string(), money)
const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0))

/** An offset is none: PostgreSQL counts those the other way round, and its days would begin where nobody's do. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The name of a clock: Asia/Bangkok. */
export const timeZone = v.pipe(v.string(), v.check(isTimeZone, 'not a time zone'))

/** By currency: one coin for each full `each` of a settled deposit, and how many a day at most. */
export const coinsPerDeposit = v.record(
  v.string(),
  v.object({
    each: v.pipe(
      money,
      v.check((amount) => amount > 0n, 'not above zero'),
    ),
    perDay: v.pipe(wholeNumber, v.maxValue(10_000)),
  }),
)

/** Of a friend's first deposit: no more of it than the books can hold. */
export const invitePercent = v.pipe(wholeNumber, v.maxValue(1_000))

/** So much of a bonus's base has to be won until it is the player's, and is left when it is lost: none begins as lost. */
const successPercent = v.pipe(wholeNumber, v.maxValue(1_000_000))
const failPercent = v.pipe(wholeNumber, v.maxValue(99))

/** The operator's settings by name: one row each in operator_setting, one entry each in regions/<region>.yaml. */
const settingsSchema = v.object({
  name: v.string(),
  website: v.string(),
  /** "gone" closes the operator for good; "" is open. */
  terminated: v.picklist(['', 'gone']),
  registerOTP: v.boolean(),
  enableChatWidget: v.boolean(),
  slipUpload: v.boolean(),
  manualDeposit: v.boolean(),
  conditions: v.array(v.string()),
  agreements: v.array(v.string()),
  notice: v.string(),
  contact: v.object({
    contactText: v.string(),
    lineLink: v.string(),
    lineName: v.string(),
    lineQR: v.string(),
  }),
  /** The text message with a one-time code: {otp} and {ref}, of six signs each, are filled in. Beyond 70 letters of Thai or Lao it is paid for as two. */
  otpText: v.string(),
  currencies: v.pipe(v.array(v.string()), v.minLength(1)),
  /**
   * Banks that take account names in English letters only. What is more here than ENGLISH_NAME_BANKS no wallet knows, since no call of the wire tells it: there
   * a player hears of it by the refusal.
   */
  englishNameBanks: v.array(v.string()),
  withdrawMin: perCurrency,
  withdrawMax: perCurrency,
  transferMin: perCurrency,
  /** Per QR provider, per currency. */
  qrMin: v.record(v.string(), perCurrency),
  qrMinutes: v.pipe(v.number(), v.minValue(1)),
  /** How long "no such transfer" must be a provider's word before held money goes back, where it cannot be told to refuse that transfer. One that is given less has the least all the same. */
  transferNotFoundSeconds: v.pipe(
    v.number(),
    v.transform((seconds) => Math.max(seconds, LEAST_NOT_FOUND_SECONDS)),
  ),
  loginTriesPerMinute: wholeNumber,
  /** Codes to one phone: each is a text message that costs. */
  otpSendsPerMinute: wholeNumber,
  /** To all phones together; of so many it is told, too, whether they are members', where somebody registers without having answered a code. */
  otpSendsOfAllPerMinute: v.optional(wholeNumber, 600),
  requestsPerMinute: wholeNumber,
  /** Answers to one address that a phone or a bank account is a member's already, or, before it has answered a code, that it is not. */
  existingAnswersPerMinute: v.optional(wholeNumber, 60),
  /** Transfers that one member may announce. */
  depositAnnouncementsPerMinute: v.optional(wholeNumber, 20),
  /** Slips that one member may hand in. */
  slipsPerMinute: wholeNumber,
  /** A chat room's name is this and the customer's id. */
  chatPrefix: v.pipe(v.string(), v.maxLength(40)),
  /** Messages that one customer may send, and files that they may bring. */
  chatMessagesPerMinute: wholeNumber,
  chatUploadsPerMinute: wholeNumber,
  /** Of what one member leaves here, in a day: files of the chat, and the pictures of slips. Players send some, and few of them more than ten. */
  chatMemberMegabytesPerDay: v.optional(wholeNumber, 200),
  slipMegabytesPerDay: v.optional(wholeNumber, 200),
  /** Of what guests leave here, in a day: those of one address, and all of them. A mobile network's address is many people's. */
  chatGuestMegabytesPerDay: v.optional(wholeNumber, 300),
  chatAllGuestsMegabytesPerDay: v.optional(wholeNumber, 2_000),
  /** Of what guests write, in a day, likewise: a short message is some 600 bytes. */
  chatGuestTextMegabytesPerDay: v.optional(wholeNumber, 50),
  chatAllGuestsTextMegabytesPerDay: v.optional(wholeNumber, 500),
  /** Guests who may begin to talk from one address: a mobile network's address is many people's. */
  chatNewGuestsPerMinute: v.optional(wholeNumber, 300),
  chatNewGuestsPerDay: v.optional(wholeNumber, 2_000),
  /** How long the picture of a slip that has ended is kept; the slip itself stays. */
  slipPictureDays: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The clock by which days and weeks are counted, and the first day of a week: Monday is 1, Sunday 7. */
  timeZone,
  weekStartsOn: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)),
  /** How often the games are asked about a member with a condition while nobody looks. */
  conditionLookSeconds: v.pipe(v.number(), v.minValue(1)),
  inviteActive: v.boolean(),
  invitePercent,
  inviteSuccessPercent: successPercent,
  inviteFailPercent: failPercent,
  inviteDescription: v.string(),
  inviteBanners: v.array(banner),
  refundActive: v.boolean(),
  /** Whose losses are refunded: of the last week, day or (to try it out) minute that has ended. */
  refundPeriod: v.picklist(['week', 'day', 'minute']),
  /** Of the net losses, and no more than all of them. */
  refundPercent: v.pipe(wholeNumber, v.maxValue(100)),
  refundMin: perCurrency,
  refundSuccessPercent: successPercent,
  refundFailPercent: failPercent,
  refundDescription: v.string(),
  refundInfo: v.string(),
  refundBanners: v.array(banner),
  /** From which hour of the day, by that clock, the books are compared with the outside world each night. */
  reconcileHour: v.optional(v.pipe(wholeNumber, v.maxValue(23)), 4),
  wheelActive: v.boolean(),
  /** Whether players are told the chance of each slice. */
  wheelOddsPublished: v.boolean(),
  coinsPerDeposit,
})

/** For the test of the region files: what is there under another name nobody reads. */
export const settingNames: readonly string[] = Object.keys(settingsSchema.entries)

type Limits = Pick<
  v.InferOutput<typeof settingsSchema>,
  'currencies' | 'withdrawMin' | 'withdrawMax' | 'transferMin'
>

export type Settings = Omit<v.InferOutput<typeof settingsSchema>, 'terminated'> & {
  readonly isClosed: boolean
}

/** What no single setting tells: the limits of a currency that is missing in one of them, or by which nothing may be withdrawn. */
function faultOfLimits({ currencies, withdrawMin, withdrawMax, transferMin }: Limits): string | null {
  const lacks = (name: string, amounts: Limits['withdrawMin']) => {
    const missing = currencies.find((currency) => amounts[currency] === undefined)
    return missing === undefined ? null : `${name}: nothing for ${missing}`
  }
  const isUpsideDown = (currency: string) => (withdrawMin[currency] ?? 0n) > (withdrawMax[currency] ?? 0n)
  const upsideDown = currencies.find(isUpsideDown)
  return (
    lacks('withdrawMin', withdrawMin) ??
    lacks('withdrawMax', withdrawMax) ??
    lacks('transferMin', transferMin) ??
    (upsideDown === undefined ? null : `withdrawMin: more than withdrawMax for ${upsideDown}`)
  )
}

/** Throws when a setting is missing or of the wrong shape: an operator who writes nonsense keeps the last good state. */
export function readSettings(values: ReadonlyMap<string, unknown>): Settings {
  const parsed = v.safeParse(settingsSchema, Object.fromEntries(values))
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Error(
      `operator setting ${issue.path?.map((part) => String(part.key)).join('.')}: ${issue.message}`,
    )
  }
  const fault = faultOfLimits(parsed.output)
  if (fault !== null) throw new Error(`operator setting ${fault}`)
  const { terminated, ...settings } = parsed.output
  return { ...settings, isClosed: terminated === 'gone' }
}

import { fromMinorUnits } from '@kapao/money/minor'
import { describe, expect, it } from 'vitest'
import {
  askAgainMs,
  lookAgainMs,
  nextQrState,
  type OpenQr,
  type QrAnswer,
  type QrEvent,
  type QrMachine,
} from './qr-machine.ts'

const NOW = { ms: Date.parse('2026-11-21T10:00:00Z'), isServers: true }
const amount = fromMinorUnits(10_000n)
const live: OpenQr = {
  hasQrcode: true,
  qrcodeId: 'q1',
  qrcode: '<svg/>',
  amount,
  expireIn: '2026-11-21T10:15:00Z',
  message: '',
  status: 'OPEN',
}
const other: OpenQr = { ...live, qrcodeId: 'q2' }
const watched = { qrcodeId: 'q1', amount, untold: false }
const gone = (rest: Partial<Extract<QrAnswer, { hasQrcode: false }>> = {}): QrAnswer => ({
  hasQrcode: false,
  message: '',
  ...rest,
})

const loading: QrMachine = { at: 'loading' }
const none: QrMachine = { at: 'none' }
const creating: QrMachine = { at: 'creating' }
const open: QrMachine = { at: 'open', qr: live, untimed: false }
const cancelling: QrMachine = { at: 'cancelling', qr: live, untimed: false }
const overdue: QrMachine = { ...cancelling, ranOut: true }
const checking: QrMachine = { at: 'checking', watched }
const paid: QrMachine = { at: 'paid', watched }
const expired: QrMachine = { at: 'ended', watched, end: 'expired' }
const cancelled: QrMachine = { at: 'ended', watched, end: 'cancelled' }
const lost: QrMachine = { at: 'ended', watched, end: 'lost' }
const states = {
  loading,
  none,
  creating,
  open,
  cancelling,
  overdue,
  checking,
  paid,
  expired,
  cancelled,
  lost,
}

const answered = (answer: QrAnswer, remembered: typeof watched | null = null): QrEvent => ({
  type: 'answered',
  answer,
  now: NOW,
  remembered,
})
const created = (answer: QrAnswer): QrEvent => ({ type: 'created', answer, now: NOW })

describe('a QR code on the screen', () => {
  it.each<[string, QrMachine, QrEvent, QrMachine]>([
    ['shows the live code it finds', loading, answered(live), open],
    ['finds none', loading, answered(gone()), none],
    [
      'does not tell of a code that another visit paid',
      loading,
      answered(gone({ status: 'PAID', qrcodeId: 'q0' })),
      none,
    ],
    [
      'tells after a reload that the code it showed was paid',
      loading,
      answered(gone({ status: 'PAID', qrcodeId: 'q1' }), watched),
      paid,
    ],
    ['asks after a reload what became of the code it showed', loading, answered(gone(), watched), checking],
    ['creates one', none, { type: 'create' }, creating],
    ['creates the next after an end', expired, { type: 'create' }, creating],
    ['shows the created one', creating, created(live), open],
    ['goes back to the form when the provider makes none', creating, created(gone({ message: 'No' })), none],
    ['goes back to the form when creating fails', creating, { type: 'create-failed' }, none],
    [
      'heeds no older answer while it creates',
      creating,
      answered(gone({ status: 'CANCELLED', qrcodeId: 'q0' })),
      creating,
    ],
    ['keeps showing the code that is still live', open, answered(live), open],
    [
      'shows another code that took its place',
      open,
      answered(other),
      { at: 'open', qr: other, untimed: false },
    ],
    ['says paid when the server does', open, answered(gone({ status: 'PAID', qrcodeId: 'q1' })), paid],
    ['says paid when the server names no id', open, answered(gone({ status: 'PAID' })), paid],
    [
      'says expired when the server does',
      open,
      answered(gone({ status: 'EXPIRED', qrcodeId: 'q1' })),
      expired,
    ],
    [
      'says cancelled when the server does',
      open,
      answered(gone({ status: 'CANCELLED', qrcodeId: 'q1' })),
      cancelled,
    ],
    [
      'never takes another code’s payment for its own',
      open,
      answered(gone({ status: 'PAID', qrcodeId: 'q9' })),
      lost,
    ],
    ['asks balance and statement when a server gives no reason', open, answered(gone()), checking],
    ['is paid when they say so', checking, { type: 'judged', paid: true }, paid],
    ['is lost when they do not', checking, { type: 'judged', paid: false }, lost],
    ['cancels', open, { type: 'cancel' }, cancelling],
    ['is cancelled', cancelling, { type: 'cancelled' }, cancelled],
    ['stays when it could not be cancelled', cancelling, { type: 'cancel-failed' }, open],
    ['remembers that its time ended while it cancels', cancelling, { type: 'ran-out' }, overdue],
    [
      'expires when it could not be cancelled and its time is over by then',
      overdue,
      { type: 'cancel-failed' },
      expired,
    ],
    ['is cancelled though its time ended meanwhile', overdue, { type: 'cancelled' }, cancelled],
    ['heeds no poll while it cancels', cancelling, answered(live), cancelling],
    ['expires when its time is over', open, { type: 'ran-out' }, expired],
    ['stays hidden after its time though the server is a moment behind', expired, answered(live), expired],
    [
      'turns into paid when the money was under way as it expired',
      expired,
      answered(gone({ status: 'PAID', qrcodeId: 'q1' })),
      paid,
    ],
    [
      'turns into paid when its saved picture was paid though it is cancelled',
      cancelled,
      answered(gone({ status: 'PAID', qrcodeId: 'q1' })),
      paid,
    ],
    [
      'stays cancelled when the server agrees',
      cancelled,
      answered(gone({ status: 'CANCELLED', qrcodeId: 'q1' })),
      cancelled,
    ],
    [
      'stays hidden once cancelled though an answer of before still has it',
      cancelled,
      answered(live),
      cancelled,
    ],
    [
      'stays expired when the server agrees',
      expired,
      answered(gone({ status: 'EXPIRED', qrcodeId: 'q1' })),
      expired,
    ],
    [
      'shows a new code after the old one ended',
      expired,
      answered(other),
      { at: 'open', qr: other, untimed: false },
    ],
    ['keeps the good news on the screen', paid, answered(gone()), paid],
  ])('%s', (_name, from, event, to) => {
    expect(nextQrState(from, event)).toEqual(to)
  })

  describe('before a server that does not say what becomes of one', () => {
    const { status: _none, ...qr } = live
    const shown: QrMachine = { at: 'open', qr, untimed: false }
    const untold = { ...watched, untold: true }
    const found: QrMachine = { at: 'loading', found: shown }
    const overThere: QrMachine = { at: 'ended', watched: untold, end: 'expired' }
    const paidThere: QrMachine = { at: 'paid', watched: untold }

    it('is shown again after a reload only once the statement does not have its payment', () => {
      expect(nextQrState(loading, answered(qr, watched))).toEqual(found)
      expect(nextQrState(found, answered(qr, watched))).toEqual(found)
      expect(nextQrState(found, { type: 'judged', paid: false })).toEqual(shown)
      expect(nextQrState(found, { type: 'judged', paid: true })).toEqual(paidThere)
      expect(nextQrState(loading, answered(qr))).toEqual(shown)
    })

    it('is paid when the statement says so, though it is still answered or has run out', () => {
      expect(nextQrState(shown, { type: 'judged', paid: true })).toEqual(paidThere)
      expect(nextQrState(shown, { type: 'judged', paid: false })).toBe(shown)
      expect(nextQrState(shown, { type: 'ran-out' })).toEqual(overThere)
      expect(nextQrState(overThere, { type: 'judged', paid: true })).toEqual(paidThere)
    })

    it('is looked for in the statement, rarely once it is no longer on the screen', () => {
      expect([found, shown, overThere, paidThere].map(lookAgainMs)).toEqual([5_000, 5_000, 15_000, null])
      expect([shown, overThere].map(askAgainMs)).toEqual([3_000, null])
    })
  })

  it('counts down by no clock that is past the time of a code that just came', () => {
    const early = { ...live, expireIn: '2026-11-21T09:59:59Z' }
    expect(nextQrState(creating, created(early))).toEqual({ at: 'open', qr: early, untimed: true })
    expect(nextQrState({ at: 'open', qr: early, untimed: true }, answered(early))).toMatchObject({
      untimed: true,
    })
  })

  it('counts down as soon as a better clock is known, by which it has time left', () => {
    const untimed: QrMachine = { at: 'open', qr: live, untimed: true }
    const late = { ms: Date.parse(live.expireIn) + 1, isServers: false }
    const byPhone: QrEvent = { type: 'answered', answer: live, now: late }
    expect(nextQrState(untimed, byPhone)).toEqual(untimed)
    expect(nextQrState(untimed, answered(live))).toEqual(open)
  })

  it('stays as it is while the server has it, until its own countdown is over', () => {
    const late = { ms: Date.parse(live.expireIn) + 1, isServers: true }
    expect(nextQrState(open, { type: 'answered', answer: live, now: late, remembered: null })).toEqual(open)
    const renewed = { ...live, expireIn: '2026-11-21T10:20:00Z' }
    expect(nextQrState(open, answered(renewed))).toEqual({ ...open, qr: renewed })
  })

  it('is over by the server’s clock, and shown without a countdown by one that may be wrong', () => {
    const early = { ...live, expireIn: '2026-11-21T09:59:59Z' }
    expect(nextQrState(loading, answered(early))).toEqual(expired)
    const now = { ...NOW, isServers: false }
    expect(nextQrState(loading, { type: 'answered', answer: early, now })).toEqual({
      at: 'open',
      qr: early,
      untimed: true,
    })
  })

  it('has run out when a server takes it away without a reason as its time is over, and is being checked before that', () => {
    const goneAt = (beforeEndMs: number, state = open) => {
      const now = { ms: Date.parse(live.expireIn) - beforeEndMs, isServers: true }
      return nextQrState(state, { type: 'answered', answer: gone(), now, remembered: null })
    }
    expect(goneAt(3_001)).toEqual(checking)
    for (const beforeEndMs of [3_000, 0, -60_000]) expect(goneAt(beforeEndMs)).toEqual(expired)
    // Its time was over when it came: no clock tells when it ends.
    const untimed: QrMachine = { at: 'open', qr: live, untimed: true }
    expect(goneAt(0, untimed)).toEqual(checking)
  })

  it('ignores what cannot happen in a state', () => {
    const arrows: Record<Exclude<QrEvent['type'], 'answered'>, readonly (keyof typeof states)[]> = {
      create: ['none', 'expired', 'cancelled', 'lost'],
      created: ['creating'],
      'create-failed': ['creating'],
      cancel: ['open'],
      cancelled: ['cancelling', 'overdue'],
      'cancel-failed': ['cancelling', 'overdue'],
      'ran-out': ['open', 'cancelling', 'overdue'],
      judged: ['open', 'checking', 'expired', 'cancelled', 'lost'],
    }
    const events: readonly QrEvent[] = [
      { type: 'create' },
      created(live),
      { type: 'create-failed' },
      { type: 'cancel' },
      { type: 'cancelled' },
      { type: 'cancel-failed' },
      { type: 'ran-out' },
      { type: 'judged', paid: true },
    ]
    for (const event of events) {
      if (event.type === 'answered') continue
      for (const [name, state] of Object.entries(states)) {
        if (arrows[event.type].some((one) => one === name)) continue
        expect(nextQrState(state, event), `${name} on ${event.type}`).toBe(state)
      }
    }
  })

  it('asks again and again only while a payment may arrive, and rarely without a code on the screen', () => {
    const asked = Object.entries(states).map(([name, state]) => [name, askAgainMs(state)] as const)
    expect(asked.filter(([, ms]) => ms !== null)).toEqual([
      ['open', 3_000],
      ['expired', 15_000],
      ['cancelled', 15_000],
    ])
  })

  it('looks at no statement of a server that says what becomes of its codes', () => {
    expect(Object.values(states).filter((state) => lookAgainMs(state) !== null)).toEqual([])
  })
})

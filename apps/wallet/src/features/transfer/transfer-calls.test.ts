import type { Result } from '@kapao/browser/http'
import { fromMinorUnits } from '@kapao/money/minor'
import { expect, test, vi } from 'vitest'
import { createIntent } from '../../lib/intent.ts'
import { sendIt } from './transfer-calls.ts'
import type { Sent } from './transfer-machine.ts'

const { answers } = vi.hoisted(() => ({ answers: [] as Result<unknown>[] }))
vi.mock('../../lib/error-text.ts', () => ({ isCode: () => false }))
vi.mock('../../lib/http.ts', () => ({ send: async () => answers.shift() }))

const lost = { ok: false, failure: { kind: 'no-network' } } as const
const replayed = { ok: true, answer: { message: 'SUCCESS' }, isReplay: true } as const
const nothing = { ok: false, failure: { kind: 'refused', message: 'MONEY_NOT_ENOUGH' } } as const

/** A form that is opened, and sends this once, with these answers to it. */
function inAnotherForm(sent: Sent, ...told: Result<unknown>[]) {
  answers.splice(0, Number.POSITIVE_INFINITY, ...told)
  return sendIt(createIntent('transfer'), sent)
}

test.each(['transfer', 'play'] as const)(
  'what was moved for an earlier form is told as that, and not as what this one asks: %s',
  async (action) => {
    const sent = { action, from: 'WALLET', to: 'PG', amount: fromMinorUnits(10_000n) } as const
    expect(await inAnotherForm(sent, lost)).toEqual({ kind: 'unknown', failure: lost.failure })
    expect(await inAnotherForm(sent, replayed)).toEqual({ kind: 'moved-before' })
    expect(await inAnotherForm(sent, { ok: true, answer: replayed.answer })).toMatchObject({ kind: 'moved' })
  },
)

test.each([
  ['moved', replayed],
  ['in-progress', { ...replayed, answer: { ...replayed.answer, status: 'IN_PROGRESS' } }],
])(
  'everything that was brought for an earlier form is told as it ended where nothing is left to bring: %s',
  async (kind, before) => {
    const sent = { action: 'all', to: 'WALLET' } as const
    expect(await inAnotherForm(sent, lost)).toEqual({ kind: 'unknown', failure: lost.failure })
    expect(await inAnotherForm(sent, before, nothing)).toMatchObject({ kind })
    expect(await inAnotherForm(sent, nothing)).toMatchObject({ kind: 'refused' })
  },
)

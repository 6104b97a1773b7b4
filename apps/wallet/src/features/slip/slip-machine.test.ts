import { fromMinorUnits } from '@kapao/money/minor'
import { describe, expect, test } from 'vitest'
import { fileProblem } from './slip-file.ts'
import {
  firstSlipState,
  nextSlipState,
  type SlipEvent,
  type SlipMachine,
  type SlipRow,
} from './slip-machine.ts'

const picture = new File(['slip'], 'slip.jpg', { type: 'image/jpeg' })
const other = new File(['other'], 'other.png', { type: 'image/png' })
const failure = { kind: 'no-network' } as const

function row(status: string, more: Partial<SlipRow> = {}): SlipRow {
  return {
    _id: '1',
    createdAt: '2026-11-21T11:04:09.000Z',
    amount: fromMinorUnits(10_000n),
    status,
    note: '',
    link: '',
    reference: 'r-1',
    ...more,
  }
}

const choosing: SlipMachine = { at: 'choosing', problem: null }
const chosen: SlipMachine = { at: 'chosen', file: picture, trouble: null }
const uploading: SlipMachine = { at: 'uploading', file: picture, part: 0.4 }
const judging: SlipMachine = { at: 'judging', reference: 'r-1' }
const failed: SlipMachine = { at: 'failed', note: 'INVALID_SLIP' }

describe('a slip on its way', () => {
  test.each<[string, SlipMachine, SlipEvent, SlipMachine]>([
    ['is chosen', choosing, { type: 'chose', file: picture }, chosen],
    ['is chosen anew', chosen, { type: 'chose', file: other }, { ...chosen, file: other }],
    ['is sent', chosen, { type: 'send' }, { ...uploading, part: 0 }],
    ['goes out', uploading, { type: 'sent-part', part: 0.7 }, { ...uploading, part: 0.7 }],
    ['never goes backwards', uploading, { type: 'sent-part', part: 0.1 }, uploading],
    ['arrives', uploading, { type: 'arrived', reference: 'r-1' }, judging],
    [
      'arrives without a reference to be found by',
      uploading,
      { type: 'arrived', reference: '' },
      { at: 'sent' },
    ],
    ['gives way once it is sent', { at: 'sent' }, { type: 'start-over' }, choosing],
    ['does not go out', uploading, { type: 'not-sent', trouble: failure }, { ...chosen, trouble: failure }],
    [
      'is called back',
      uploading,
      { type: 'not-sent', trouble: 'cancelled' },
      { ...chosen, trouble: 'cancelled' },
    ],
    ['waits while it is in progress', judging, { type: 'listed', slips: [row('PENDING')] }, judging],
    [
      'waits while the list does not know it',
      judging,
      { type: 'listed', slips: [row('SUCCESS', { reference: 'r-2' })] },
      judging,
    ],
    [
      'is credited',
      judging,
      { type: 'listed', slips: [row('PENDING', { reference: 'r-2' }), row('SUCCESS')] },
      { at: 'credited', amount: fromMinorUnits(10_000n) },
    ],
    [
      'fails with its reason',
      judging,
      { type: 'listed', slips: [row('FAILED', { note: 'INVALID_SLIP' })] },
      failed,
    ],
    ['gives way to another', failed, { type: 'start-over' }, choosing],
    ['gives way while it is judged', judging, { type: 'start-over' }, choosing],
  ])('%s', (_what, state, event, next) => {
    expect(nextSlipState(state, event)).toEqual(next)
  })

  test.each<[string, SlipMachine, SlipEvent]>([
    ['without a picture nothing is sent', choosing, { type: 'send' }],
    ['it is not sent twice', uploading, { type: 'send' }],
    ['another picture waits for the end of the upload', uploading, { type: 'chose', file: other }],
    ['the upload is not forgotten while it runs', uploading, { type: 'start-over' }],
    ['a late progress changes nothing', judging, { type: 'sent-part', part: 1 }],
    [
      'a late answer to an upload that was called back changes nothing',
      chosen,
      { type: 'arrived', reference: 'r-1' },
    ],
    ['a list has no say before the upload', chosen, { type: 'listed', slips: [row('SUCCESS')] }],
  ])('%s', (_what, state, event) => {
    expect(nextSlipState(state, event)).toEqual(state)
  })

  test('goes on after a reload where it was judged', () => {
    expect(firstSlipState('r-1')).toEqual(judging)
    expect(firstSlipState(null)).toEqual(choosing)
  })

  test('a file that cannot be a slip is not taken', () => {
    const page = new File(['%PDF'], 'slip.pdf', { type: 'application/pdf' })
    expect(nextSlipState(choosing, { type: 'chose', file: page })).toEqual({
      at: 'choosing',
      problem: 'not-a-picture',
    })
  })
})

test.each([
  [{ type: 'image/png', size: 1 }, null],
  [{ type: 'IMAGE/JPEG', size: 10 * 1024 * 1024 }, null],
  [{ type: '', size: 1 }, null],
  [{ type: 'image/heic', size: 1 }, 'not-a-picture'],
  [{ type: 'image/svg+xml', size: 1 }, 'not-a-picture'],
  [{ type: 'image/png', size: 0 }, 'empty'],
  [{ type: 'image/png', size: 10 * 1024 * 1024 + 1 }, 'too-large'],
] as const)('a file of %o has the problem %s', (file, problem) => {
  expect(fileProblem(file)).toBe(problem)
})

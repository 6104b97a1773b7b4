import type { Result } from '@kapao/browser/http'
import type { KnownMessage } from '@kapao/contract/chat'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isAnythingWaiting, written } from './boxes.ts'
import {
  isAnythingQueued,
  openOutbox,
  sendAgain,
  sendWaiting,
  settle,
  takeBack,
  writeFile,
  writeMessage,
} from './outbox.ts'

const line = vi.hoisted(() => ({
  send: vi.fn<
    (
      call: unknown,
      options: { body: { message: KnownMessage; seenSeq?: number; sessionId?: string | null } },
    ) => Promise<Result<unknown>>
  >(),
  upload: vi.fn<(call: unknown, options: { signal: AbortSignal }) => Promise<Result<unknown>>>(),
}))
const eye = vi.hoisted(() => ({
  measure: vi.fn<() => Promise<{ width: number; height: number } | null>>(),
}))
vi.mock('@kapao/browser/measure-medium', () => eye)
vi.mock('../../lib/http.ts', async (original) => ({
  ...(await original<typeof import('../../lib/http.ts')>()),
  ...line,
}))

const CUSTOMER = 'a-conversation'
const text = (said: string): KnownMessage => ({ message_type: 'text', payload: { text: said } })
const noLine = { ok: false, failure: { kind: 'no-network' } } as const
const taken = { ok: true, answer: { message: { createdAt: '2026-11-21T03:00:00.000Z' } } } as const
const sent = () => line.send.mock.calls.map(([, { body }]) => body.message)
/** Lets everything happen that needs nothing from outside. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

let leave: () => void = () => undefined
const arrive = (staffId: string) => {
  leave()
  leave = openOutbox(staffId)
}

beforeEach(() => {
  eye.measure.mockReset().mockResolvedValue(null)
  line.send.mockReset().mockResolvedValue(noLine)
  line.upload.mockReset().mockImplementation(
    (_call, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
})
afterEach(() => {
  arrive('nobody')
  vi.restoreAllMocks()
})

test('what an agent could not send never goes out for the next one', async () => {
  arrive('nok')
  writeMessage(CUSTOMER, text('of Nok'))
  await settled()
  leave()
  arrive('fon')
  expect(isAnythingWaiting()).toBe(false)
  line.send.mockClear()
  sendWaiting()
  writeMessage(CUSTOMER, text('of Fon'))
  await settled()
  expect(sent()).toEqual([text('of Fon')])
})

test('whoever comes back finds what they wrote, and it goes out', async () => {
  arrive('nok')
  writeMessage(CUSTOMER, text('of Nok'))
  await settled()
  leave()
  arrive('nok')
  line.send.mockClear().mockResolvedValue(taken)
  sendWaiting()
  await settled()
  expect(sent()).toEqual([text('of Nok')])
  expect(isAnythingWaiting()).toBe(false)
})

test('nothing more goes out once its agent has left, whoever holds the cookie by then', async () => {
  arrive('nok')
  const answers: ((result: Result<unknown>) => void)[] = []
  line.send.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  writeMessage(CUSTOMER, text('first'))
  writeMessage(CUSTOMER, text('second'))
  leave()
  answers[0]?.(taken)
  await settled()
  expect(sent()).toEqual([text('first')])
})

test('a file on its way stops with its agent, begins again when they come back, and is gone for the next', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  arrive('nok')
  await writeFile(CUSTOMER, new File(['x'], 'slip.png', { type: 'image/png' }))
  leave()
  expect(line.upload.mock.calls[0]?.[1].signal.aborted).toBe(true)
  arrive('nok')
  expect(line.upload).toHaveBeenCalledTimes(2)
  expect(revoke).not.toHaveBeenCalled()
  arrive('fon')
  expect(line.upload.mock.calls[1]?.[1].signal.aborted).toBe(true)
  expect(revoke).toHaveBeenCalledOnce()
  expect(isAnythingWaiting()).toBe(false)
})

const picture = new File(['x'], 'slip.png', { type: 'image/png' })
const shown = () => written(CUSTOMER).map(({ message }) => message.payload)

test('a picture has its own shape from when it is first shown', async () => {
  arrive('nok')
  eye.measure.mockResolvedValue({ width: 300, height: 900 })
  await writeFile(CUSTOMER, picture)
  expect(shown()).toMatchObject([{ fileType: 'image', filePath: '', width: 300, height: 900 }])
})

test('a film, which the server does not measure, keeps what was measured here', async () => {
  arrive('nok')
  eye.measure.mockResolvedValue({ width: 300, height: 900 })
  const answer = { path: 'film.mp4', fileType: 'video' }
  line.upload.mockResolvedValue({ ok: true, answer })
  await writeFile(CUSTOMER, new File(['x'], 'film.mp4', { type: 'video/mp4' }))
  await settled()
  expect(sent()).toMatchObject([{ payload: { filePath: 'film.mp4', width: 300, height: 900 } }])
})

test('a picture that is measured when its agent leaves is nobody’s', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  arrive('nok')
  const writing = writeFile(CUSTOMER, picture)
  arrive('fon')
  await writing
  expect(shown()).toEqual([])
  expect(line.upload).not.toHaveBeenCalled()
  expect(revoke).toHaveBeenCalledOnce()
})

test.each(['UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN'])(
  'what a session’s end (%s) stopped waits for its agent, and goes out in the order in which it was written',
  async (message) => {
    arrive('nok')
    line.send.mockResolvedValue({ ok: false, failure: { kind: 'refused', message } })
    writeMessage(CUSTOMER, text('first'))
    writeMessage(CUSTOMER, text('second'))
    await settled()
    expect(sent()).toEqual([text('first')])
    leave()
    arrive('nok')
    line.send.mockClear().mockResolvedValue(taken)
    writeMessage(CUSTOMER, text('third'))
    await settled()
    expect(sent()).toEqual([text('first'), text('second'), text('third')])
    expect(isAnythingWaiting()).toBe(false)
  },
)

test('a file that a session’s end stopped begins again when its agent is back', async () => {
  arrive('nok')
  line.upload.mockResolvedValue({
    ok: false,
    failure: { kind: 'refused', message: 'UNAUTHORIZED' },
  })
  await writeFile(CUSTOMER, new File(['x'], 'slip.png', { type: 'image/png' }))
  await settled()
  leave()
  arrive('nok')
  expect(line.upload).toHaveBeenCalledTimes(2)
})

test('a message that the server refuses does not hold up the next one', async () => {
  arrive('nok')
  line.send.mockResolvedValueOnce({
    ok: false,
    failure: { kind: 'refused', message: 'INVALID_INPUT' },
  })
  line.send.mockResolvedValue(taken)
  writeMessage(CUSTOMER, text('first'))
  writeMessage(CUSTOMER, text('second'))
  await settled()
  expect(sent()).toEqual([text('first'), text('second')])
})

test('a text waits for a server that has too much to do, and what was written after it waits behind it', async () => {
  arrive('nok')
  const failure = { kind: 'refused', message: 'OVERLOADED', retryAfter: 2 } as const
  line.send.mockResolvedValueOnce({ ok: false, failure })
  writeMessage(CUSTOMER, text('first'))
  writeMessage(CUSTOMER, text('second'))
  await settled()
  expect(written(CUSTOMER).map(({ delivery }) => delivery.at)).toEqual(['queued', 'sending'])
  line.send.mockClear().mockResolvedValue(taken)
  sendWaiting()
  await settled()
  expect(sent()).toEqual([text('first'), text('second')])
})

test('what was written behind a message that the server has stays behind it, and what is sent again goes to the end', async () => {
  arrive('nok')
  settle(CUSTOMER, [{ clientId: null, seq: 4 }])
  writeMessage(CUSTOMER, text('first'))
  writeMessage(CUSTOMER, text('second'))
  writeMessage(CUSTOMER, text('third'))
  const places = () => written(CUSTOMER).map(({ message, afterSeq }) => [message.payload, afterSeq])
  expect(places()).toEqual([
    [{ text: 'first' }, 4],
    [{ text: 'second' }, 4],
    [{ text: 'third' }, 4],
  ])
  const middle = written(CUSTOMER)[1]?.clientId ?? ''
  settle(CUSTOMER, [
    { clientId: null, seq: 4 },
    { clientId: middle, seq: 5 },
  ])
  expect(places()).toEqual([
    [{ text: 'first' }, 4],
    [{ text: 'third' }, 5],
  ])
  await settled()
  sendAgain(CUSTOMER, written(CUSTOMER)[0]?.clientId ?? '')
  expect(places()).toEqual([
    [{ text: 'third' }, 5],
    [{ text: 'first' }, 5],
  ])
})

test('what stands behind one whose answer was lost waits for the line, too, once that one is shown', async () => {
  arrive('nok')
  writeMessage(CUSTOMER, text('first'))
  expect(isAnythingQueued()).toBe(false)
  writeMessage(CUSTOMER, text('second'))
  await settled()
  settle(CUSTOMER, [{ clientId: written(CUSTOMER)[0]?.clientId, seq: 1 }])
  expect(isAnythingQueued()).toBe(true)
  line.send.mockClear().mockResolvedValue(taken)
  sendWaiting()
  await settled()
  expect(sent()).toEqual([text('second')])
  expect(isAnythingQueued()).toBe(false)
})

test('what waits for the line can be taken back, and what stands behind it goes on', async () => {
  arrive('nok')
  writeMessage(CUSTOMER, text('first'))
  writeMessage(CUSTOMER, text('second'))
  await settled()
  line.send.mockClear().mockResolvedValue(taken)
  takeBack(CUSTOMER, written(CUSTOMER)[0]?.clientId ?? '')
  await settled()
  expect(sent()).toEqual([text('second')])
})

test('what has waited names the session that its agent knew, and what is sent at once or again by hand does not', async () => {
  arrive('nok')
  const bodies = () => line.send.mock.calls.map(([, { body }]) => [body.seenSeq, body.sessionId])
  settle(CUSTOMER, [{ clientId: null, seq: 4 }], 'one')
  writeMessage(CUSTOMER, text('first'))
  writeMessage(CUSTOMER, text('second'))
  await settled()
  expect(bodies()).toEqual([[4, undefined]])
  settle(CUSTOMER, [{ clientId: null, seq: 7 }], null)
  const failure = { kind: 'refused', message: 'CHANGED_MEANWHILE' } as const
  line.send.mockClear().mockResolvedValue({ ok: false, failure })
  sendWaiting()
  await settled()
  expect(bodies()).toEqual([
    [4, 'one'],
    [4, 'one'],
  ])
  expect(written(CUSTOMER).map(({ delivery }) => delivery.at)).toEqual(['failed', 'failed'])
  line.send.mockClear().mockResolvedValue(taken)
  sendAgain(CUSTOMER, written(CUSTOMER)[0]?.clientId ?? '')
  await settled()
  expect(bodies()).toEqual([[7, undefined]])
})

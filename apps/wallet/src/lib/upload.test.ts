import { uploadSlip } from '@kapao/contract/slip'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession, storeToken } from './session-token.ts'
import { upload } from './upload.ts'

/** As much of XMLHttpRequest as an upload meets. */
class FakeRequest {
  static last: FakeRequest
  readonly upload: { onprogress?: (event: object) => void } = {}
  readonly headers = new Map<string, string>()
  opened: readonly string[] = []
  sent: FormData | null = null
  timeout = 0
  status = 0
  responseText = ''
  onload = () => {}
  onerror = () => {}
  ontimeout = () => {}
  onabort = () => {}
  constructor() {
    FakeRequest.last = this
  }
  open(...args: string[]) {
    this.opened = args
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  getResponseHeader(name: string) {
    return (
      new Map([
        ['X-Request-Id', 'r-1'],
        ['Retry-After', '30'],
      ]).get(name) ?? null
    )
  }
  send(body: FormData) {
    this.sent = body
  }
  abort() {
    this.onabort()
  }
  answer(status: number, text: string) {
    this.status = status
    this.responseText = text
    this.onload()
  }
}

const file = new File(['slip'], 'slip.jpg', { type: 'image/jpeg' })

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  storeToken('token-1', true)
})

afterEach(() => {
  vi.unstubAllGlobals()
  forgetSession()
})

test('a file goes out as multipart with the token, the marker and the intent, and may take 300 s', async () => {
  const done = upload(uploadSlip, { file, intent: 'key-1' })
  const request = FakeRequest.last
  expect(request.opened).toEqual(['POST', '/api/wallet/slip'])
  expect(Object.fromEntries(request.headers)).toEqual({
    Accept: 'application/json',
    'X-Requested-With': 'kapao',
    Authorization: 'Bearer token-1',
    'Idempotency-Key': 'key-1',
  })
  expect(request.timeout).toBe(300_000)
  expect(request.sent?.get('file')).toBeInstanceOf(File)
  request.answer(200, '{"message":"SUCCESS","reference":"abc"}')
  expect(await done).toEqual({ ok: true, answer: { message: 'SUCCESS', reference: 'abc' } })
})

test('its progress is told in parts of the whole', () => {
  const parts: number[] = []
  void upload(uploadSlip, { file, onProgress: (part) => parts.push(part) })
  const { onprogress } = FakeRequest.last.upload
  onprogress?.({ lengthComputable: true, loaded: 25, total: 100 })
  onprogress?.({ lengthComputable: false, loaded: 50, total: 0 })
  onprogress?.({ lengthComputable: true, loaded: 100, total: 100 })
  expect(parts).toEqual([0.25, 1])
})

test('a refusal, an answer that makes no sense, no network and no answer in time are the failures of every call', async () => {
  const failureAfter = async (happen: (request: FakeRequest) => void) => {
    const done = upload(uploadSlip, { file })
    happen(FakeRequest.last)
    const result = await done
    return result.ok ? null : result.failure
  }
  expect(await failureAfter((request) => request.answer(415, '{"message":"SLIP_INVALID_FILE"}'))).toEqual({
    kind: 'refused',
    message: 'SLIP_INVALID_FILE',
    retryAfter: 30,
    requestId: 'r-1',
  })
  expect(await failureAfter((request) => request.answer(502, '<html>'))).toEqual({
    kind: 'not-understood',
    status: 502,
    came: 'a-page',
    requestId: 'r-1',
  })
  expect(await failureAfter((request) => request.onerror())).toEqual({ kind: 'no-network' })
  expect(await failureAfter((request) => request.ontimeout())).toEqual({ kind: 'timed-out' })
})

test('who aborts gets an AbortError and no failure', async () => {
  const leaving = new AbortController()
  const done = upload(uploadSlip, { file, signal: leaving.signal })
  leaving.abort()
  await expect(done).rejects.toMatchObject({ name: 'AbortError' })
  await expect(upload(uploadSlip, { file, signal: leaving.signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

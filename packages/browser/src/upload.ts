/**
 * Sending a file, with its progress: multipart by XMLHttpRequest, since fetch does not tell how much has gone out. Everything else is as in
 * http.ts: the same headers, the same judgement of the answer, the same failures, nothing sent twice on its own. Throws only when the
 * caller aborted; the file may have arrived all the same.
 */
import type { AnswerOf, Call } from '@kapao/contract/call'
import { addressOf, headersOf, judge, type Result, type Session } from './http.ts'

interface UploadOptions {
  readonly file: File
  /** The Idempotency-Key: one per intent of the player (intent.ts). */
  readonly intent?: string
  readonly signal?: AbortSignal
  /** 0 to 1, of what has left this device; 1 is not yet an answer. */
  readonly onProgress?: (part: number) => void
}

const TIMEOUT_MS = 300_000

type Upload = <C extends Call>(call: C, options: UploadOptions) => Promise<Result<AnswerOf<C>>>

/** For calls without parameters in their path. */
// @__NO_SIDE_EFFECTS__
export function createUpload(session: Session): Upload {
  return (call, options) => upload(session, call, options)
}

function upload<C extends Call>(
  session: Session,
  call: C,
  options: UploadOptions,
): Promise<Result<AnswerOf<C>>> {
  const token = session.currentToken()
  const request = new XMLHttpRequest()
  const aborted = () => new DOMException('The caller no longer waits', 'AbortError')
  const stop = () => request.abort()
  return new Promise<Result<AnswerOf<C>>>((resolve, reject) => {
    if (options.signal?.aborted) return reject(aborted())
    request.open(call.method, addressOf(session, `/api${call.path}`))
    for (const [name, value] of Object.entries(headersOf(options.intent, token))) {
      request.setRequestHeader(name, value)
    }
    request.timeout = TIMEOUT_MS
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) options.onProgress?.(loaded / total)
    }
    request.onload = () => {
      const { status, responseText: text } = request
      const requestId = request.getResponseHeader('X-Request-Id')
      const retryAfter = request.getResponseHeader('Retry-After')
      resolve(judge(session, call, { status, requestId, retryAfter, text }, token))
    }
    request.onerror = () => resolve({ ok: false, failure: { kind: 'no-network' } })
    request.ontimeout = () => resolve({ ok: false, failure: { kind: 'timed-out' } })
    request.onabort = () => reject(aborted())
    options.signal?.addEventListener('abort', stop)
    const form = new FormData()
    form.append(call.file ?? 'file', options.file)
    request.send(form)
  }).finally(() => options.signal?.removeEventListener('abort', stop))
}

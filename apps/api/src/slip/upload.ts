import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import { SLIP_MAX_BYTES, uploadSlip } from '@kapao/contract/slip'
import { fromDecimalText, LARGEST_AMOUNT } from '@kapao/money/minor'
import type { FastifyRequest } from 'fastify'
import type { Queries } from '../database/database.ts'
import { newFileName } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import type { ReceivedFile } from '../files/receive.ts'
import { letCome } from '../files/under-way.ts'
import { BYTES_IN_MEGABYTE, useOfDay } from '../http/day-limit.ts'
import { refuseOverloaded } from '../http/overload.ts'
import { isRefusal, refuse } from '../http/refusal.ts'
import { mount, type RouteContext } from '../http/route.ts'
import { once, repeated } from '../intent/intent.ts'
import type { SealKeys } from '../sealing/seal.ts'
import { openPictureDesk, type PictureDesk } from './picture-desk.ts'

export interface SlipContext extends RouteContext {
  readonly files: FileStore
  /** Signs the addresses of pictures. */
  readonly sealKeys: SealKeys
}

const REFERENCE_BYTES = 12
/** Ends the names of slips' pictures, and tells them from other kept files. */
export const SLIP_MARK = 'slip'

interface NewSlip {
  readonly memberId: bigint
  readonly fileName: string | null
  readonly saidBankCode: string | null
  readonly saidAmount: string | undefined
}

/** A hint that makes no sense is no hint. */
function hintOf(amount: string | undefined): bigint | null {
  const minor = fromDecimalText(amount?.replaceAll(',', '').trim() ?? '')
  return minor !== null && minor >= 0n && minor <= LARGEST_AMOUNT ? minor : null
}

/** Writes the slip down; the worker does the rest. One whose picture was not kept has failed already. */
async function writeSlip(tx: Queries, slip: NewSlip) {
  const reference = randomBytes(REFERENCE_BYTES).toString('base64url')
  const isRefused = slip.fileName === null
  await tx.query(
    `insert into slip (reference, member_id, file_name, said_bank_code, said_amount_minor, state, reason, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7, case when $6 = 'refused' then now() end)`,
    [
      reference,
      slip.memberId,
      slip.fileName,
      slip.saidBankCode,
      hintOf(slip.saidAmount),
      isRefused ? 'refused' : 'waiting',
      isRefused ? 'IMG_SIZE_UNABLE_TO_PROCESS' : null,
    ],
  )
  await tx.query("select pg_notify('slip', '')")
  return { status: 200, answer: { message: 'SUCCESS', reference } }
}

/** The name under which the picture is kept; null when its size is beyond all use, and nothing is. */
async function keepPicture(
  { database, operator, files }: SlipContext,
  desk: PictureDesk,
  memberId: bigint,
  file: ReceivedFile,
) {
  const picture = await desk.prepare(file)
  if (picture.kind === 'invalid') return refuse('SLIP_INVALID_FILE', { field: 'file' })
  if (picture.kind === 'overloaded') return refuseOverloaded()
  if (picture.kind !== 'prepared') return { fileName: null }
  const perDay = operator.current().slipMegabytesPerDay * BYTES_IN_MEGABYTE
  const { size } = await stat(picture.path)
  const tomorrow = await useOfDay(database, [{ bucket: `slip-bytes:${memberId}`, perDay }], size)
  if (tomorrow !== null) return refuse('REQUEST_LIMIT', { retryAfter: tomorrow })
  const fileName = newFileName('jpg', SLIP_MARK)
  await files.putFile(fileName, picture.path)
  return { fileName }
}

/** Counted before a byte is read, and again when it is sent again: ten megabytes are on the disk before anybody can tell whether they were there before. */
async function admit({ operator, limits }: SlipContext, request: FastifyRequest) {
  const { memberId } = request
  if (memberId === null) throw new Error('a slip is a member’s')
  const notNow = await letCome(request, { slipOf: memberId }, SLIP_MAX_BYTES)
  if (notNow) return notNow
  const retryAfter = await limits.hit(`slip:${memberId}`, operator.current().slipsPerMinute)
  return retryAfter === null ? undefined : refuse('REQUEST_LIMIT_1MIN', { retryAfter })
}

/** Takes slips in. Only what a player can put right at once is refused here; the rest is told in the list of slips. */
export function mountSlipUpload(context: SlipContext): void {
  const { app, database, operator, files } = context
  const desk = openPictureDesk()
  app.addHook('onClose', () => desk.close())
  app.register(async (scope) => {
    await scope.register(multipart)
    mount(
      { ...context, app: scope },
      uploadSlip,
      async ({ body, file, member, intent }) => {
        if (!operator.current().slipUpload) return refuse('SLIP_UPLOAD_FAIL')
        if (!file) return refuse('SLIP_NO_FILE', { field: 'file' })
        const kept = await keepPicture(context, desk, member.id, file)
        if (isRefusal(kept)) return kept
        const { fileName } = kept
        const slip = {
          memberId: member.id,
          fileName,
          saidBankCode: body.bankCode ?? null,
          saidAmount: body.amount,
        }
        const outcome = await once<never>(database, intent, (tx) => writeSlip(tx, slip))
        // The same intent again: its first picture is the one that counts.
        if (outcome === repeated && fileName) await files.remove(fileName)
        return outcome
      },
      {
        guard: (request) => admit(context, request),
        maxFileBytes: SLIP_MAX_BYTES,
        failure: 'SLIP_UPLOAD_FAIL',
      },
    )
  })
}

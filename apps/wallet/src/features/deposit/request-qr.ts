import { createQr, getQr, type QrProvider } from '@kapao/contract/qrcode'
import type { Minor } from '@kapao/money/minor'
import { type Result, send } from '../../lib/http.ts'
import type { Intent } from '../../lib/intent.ts'
import type { QrAnswer } from './qr-machine.ts'

/**
 * A code to pay this amount with now. One that an earlier try had made, whose answer was lost, may be paid, cancelled or run out by now: it is
 * the code only while the server still shows it, and else the next one is made.
 */
export async function requestQr(
  intent: Intent,
  provider: QrProvider,
  amount: Minor,
): Promise<Result<QrAnswer>> {
  const create = async () => {
    const key = intent.keyFor(`${provider}:${amount}`)
    const result = await send(createQr, { params: { provider }, body: { amount }, intent: key })
    intent.settle(result)
    return result
  }
  const result = await create()
  if (!result.ok || !result.isReplay) return result
  const live = await send(getQr, { params: { provider } })
  if (!live.ok) return live
  const isShown = live.answer.hasQrcode && live.answer.qrcodeId === result.answer.qrcodeId
  return isShown ? live : create()
}

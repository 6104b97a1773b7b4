import { numberOf, type Store, textOf } from '../store.ts'

export type Sms = { readonly phone: string; readonly text: string; readonly sentAtMs: number }

const LATEST = 50

/** One spelling per phone: digits in the national form, whichever of +66, 66, 0066, +856 it came with. */
function nationalPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^00/, '')
  return digits.replace(/^(66|856)(?=\d{8,})/, '0')
}

export class SmsBox {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** The same message id again is the same message. */
  accept(messageId: string, to: string, text: string): void {
    this.#store.run(
      'INSERT INTO sms (message_id, phone, text, sent_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      messageId,
      nationalPhone(to),
      text,
      Date.now(),
    )
  }

  /** Newest first, of one phone. */
  of(phone: string): Sms[] {
    return this.#read('WHERE phone = ?', nationalPhone(phone))
  }

  /** Newest first, of everyone. */
  latest(): Sms[] {
    return this.#read('')
  }

  #read(where: string, ...values: string[]): Sms[] {
    const sql = `SELECT phone, text, sent_at FROM sms ${where} ORDER BY sent_at DESC, rowid DESC LIMIT ${LATEST}`
    return this.#store.all(sql, ...values).map((row) => ({
      phone: textOf(row, 'phone'),
      text: textOf(row, 'text'),
      sentAtMs: numberOf(row, 'sent_at'),
    }))
  }
}

/**
 * What the deposit sheet remembers for the tab: in-app browsers reload a page that was in the background while the player paid in the
 * bank's app, and then the way and the code that was shown must be there again.
 */
import { fromDecimalText, type Minor, toDecimalText } from '@kapao/money/minor'
import * as v from 'valibot'
import { perSession, sessionKeys } from '../../lib/storage.ts'

const saved = v.object({
  way: v.optional(v.string()),
  /** The settled deposits that the statement had when the way was opened, which tell a new one from them. */
  settled: v.optional(v.array(v.string())),
  code: v.optional(
    v.object({
      provider: v.string(),
      qrcodeId: v.string(),
      amount: v.string(),
      /** The settled deposits of the statement when the code was new; null when they could not be had. */
      knownRows: v.nullable(v.array(v.string())),
    }),
  ),
  /** Codes that were paid, which a server may go on answering. */
  paid: v.optional(v.array(v.string())),
})

export interface ShownCode {
  readonly provider: string
  readonly qrcodeId: string
  readonly amount: Minor
  readonly knownRows: readonly string[] | null
}

export function savedWay(): string | null {
  return read().way ?? null
}

export function saveWay(way: string | null): void {
  const { way: _before, settled: _itsOwn, ...rest } = read()
  write(way === null ? rest : { ...rest, way })
}

export function savedSettled(): readonly string[] | null {
  return read().settled ?? null
}

export function saveSettled(settled: readonly string[]): void {
  write({ ...read(), settled: [...settled] })
}

export function savedCode(provider: string): ShownCode | null {
  const { code } = read()
  if (code?.provider !== provider) return null
  const amount = fromDecimalText(code.amount)
  return amount === null ? null : { ...code, amount }
}

export function saveCode(code: ShownCode): void {
  write({
    ...read(),
    code: {
      ...code,
      amount: toDecimalText(code.amount),
      knownRows: code.knownRows === null ? null : [...code.knownRows],
    },
  })
}

export function forgetCode(provider: string): void {
  const { code, ...rest } = read()
  if (code?.provider === provider) write(rest)
}

const PAID_KEPT = 10

export function wasPaid(qrcodeId: string): boolean {
  return read().paid?.includes(qrcodeId) === true
}

export function savePaid(qrcodeId: string): void {
  const { paid = [], ...rest } = read()
  write({ ...rest, paid: [...paid, qrcodeId].slice(-PAID_KEPT) })
}

type Saved = v.InferOutput<typeof saved>

function read(): Saved {
  const text = perSession.get(sessionKeys.deposit)
  if (text === null) return {}
  try {
    const parsed = v.safeParse(saved, JSON.parse(text))
    return parsed.success ? parsed.output : {}
  } catch {
    return {}
  }
}

function write(value: Saved): void {
  perSession.set(sessionKeys.deposit, JSON.stringify(value))
}

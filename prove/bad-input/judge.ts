// What an answer to a bad request must be.
import { isRefusalCode } from '@kapao/contract/codes'
import type { Described } from './document.ts'

export interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

function fieldIn(text: string, name: 'message' | 'error'): string | null {
  try {
    const parsed: unknown = JSON.parse(text)
    const value: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, name) : null
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** The wheel's calls say no in an answer of their own. */
function isWheelsNo({ path }: Described, { status, text }: Answer): boolean {
  return path.startsWith('/spinwheel/') && status === 200 && isRefusalCode(fieldIn(text, 'error') ?? '')
}

/** What is wrong with the answer; null when it is a refusal as the document has it. `isBeside`: the address is not the call's own. */
export function faultIn(call: Described, isBeside: boolean, answer: Answer): string | null {
  const { status, type, text } = answer
  if (isWheelsNo(call, answer)) return null
  const told = `${status} ${text.slice(0, 200)}`
  if (status >= 500) return `an error of the server: ${told}`
  if (status < 400) return `taken: ${told}`
  if (!type.startsWith('application/json')) return `no JSON (${type}): ${told}`
  const code = fieldIn(text, 'message')
  if (code === null || !isRefusalCode(code)) return `no code of the catalogue: ${told}`
  if (code.startsWith('REQUEST_LIMIT')) return `a limit hides what is to be seen: ${told}`
  if (!isBeside && !call.refusals.get(status)?.has(code))
    return `a refusal that the document does not name: ${told}`
  return null
}

/**
 * A text as the build compiles it (Lingui's message-utils: @kapao/page-build/text-files), and how it is written out. Only what our texts
 * use: a value, and a plural; the build refuses anything else. Lingui's own runtime does far more, for 2 KB of every first page
 * (docs/decisions/text-runtime.md).
 */
export type CompiledMessage = string | readonly CompiledPart[]
export type CompiledPart =
  | string
  | readonly [name: string]
  | readonly [name: string, type: 'plural', forms: Readonly<Record<string, CompiledMessage>>]

export type MessageValues = Readonly<Record<string, string | number>>

const TURNS = /[\p{Bidi_C}\u0590-\u08ff\ufb1d-\ufefc]/u

/** A name that is written from the right, or turns around what follows it, stays apart from the words beside it. */
export function isolated(value: string | number): string {
  const text = String(value)
  // None of its own marks may end ours.
  return TURNS.test(text) ? `\u2068${text.replace(/[\u2066-\u2069]/g, '')}\u2069` : text
}

/** The name of a game or a person: in two parts at the end of a line it reads as words of the text. A longer value would leave a narrow line empty. */
function onOneLine(value: string): string {
  return value.length > 20 ? value : value.replaceAll(' ', '\u00a0')
}

/** `language` is the tag by whose rules a plural's form is chosen. A value that is missing leaves nothing, a form that is missing is `other`. */
export function writeMessage(message: CompiledMessage, values: MessageValues, language: string): string {
  if (typeof message === 'string') return message
  return message.map((part) => writePart(part, values, language)).join('')
}

function writePart(part: CompiledPart, values: MessageValues, language: string): string {
  if (typeof part === 'string') return part
  const value = values[part[0]] ?? ''
  if (part.length === 1) return isolated(onOneLine(String(value)))
  const forms = part[2]
  const form =
    forms[String(value)] ?? forms[new Intl.PluralRules(language).select(Number(value))] ?? forms.other
  if (form === undefined || typeof form === 'string') return form ?? ''
  return form.map((one) => (one === '#' ? String(value) : writePart(one, values, language))).join('')
}

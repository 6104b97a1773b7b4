import { passwordAutoLogins, usernameAutoLogins } from '@kapao/contract/auto-login'
import type { Call } from '@kapao/contract/call'
import { calls } from '@kapao/contract/calls'
import type { RefusalCode } from '@kapao/contract/codes'
import { qrProviders } from '@kapao/contract/qrcode'
import { OPEN_WHEN_CLOSED } from './answer-call.ts'
import { needsMarker } from './marker.ts'
import { type Shape, shapeOf } from './reference-shape.ts'
import { examples, groups, parameterWords, sentences } from './reference-words.ts'
import { statusOf } from './refusal.ts'

export interface Parameter {
  readonly name: string
  readonly about: string
  readonly choices: readonly string[] | null
  readonly example: string
}

/** One call as the reference tells it. */
export interface CallReference {
  readonly name: string
  readonly call: Call
  readonly sentence: string
  readonly groupId: string
  readonly parameters: readonly Parameter[]
  readonly body: Shape | null
  readonly bodyExample: Readonly<Record<string, unknown>> | null
  readonly answer: Shape
  /** The outcome may still be unknown when it answers: status 202. */
  readonly canBeInProgress: boolean
  /** What any call of its kind may be refused with, beside its own refusals. */
  readonly generalRefusals: readonly RefusalCode[]
}

function firstSegment(path: string): string {
  return path.split('/')[1] ?? ''
}

function groupIdOf(path: string): string {
  const segment = firstSegment(path)
  return groups.find((group) => group.segments.includes(segment))?.id ?? segment
}

function choicesOf(path: string, name: string): readonly string[] | null {
  if (name !== 'provider') return null
  if (firstSegment(path) === 'qrcode') return qrProviders
  return path.includes('{password}') ? passwordAutoLogins : usernameAutoLogins
}

function parametersOf(path: string): readonly Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const choices = choicesOf(path, name)
    const example = choices?.[0] ?? String(examples[name] ?? '…')
    return { name, about: parameterWords[name] ?? '', choices, example }
  })
}

function exampleOf({ properties = {} }: Shape): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      examples[name] ?? property.default ?? property.enum?.[0] ?? '…',
    ]),
  )
}

function generalRefusalsOf(call: Call): readonly RefusalCode[] {
  const { token, body, effect, path, refusals } = call
  const general: RefusalCode[] = []
  if (token) general.push('UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN', 'invalid-token', 'INACTIVE_USER')
  // An address may be unreadable, or one of no call.
  if (path.includes('{')) general.push('BAD_REQUEST', 'NO_DATA')
  if (body) general.push('BAD_REQUEST', 'FILE_TOO_LARGE', 'FILE_NOT_SUPPORTED')
  if (effect === 'money') general.push('KEY_INVALID')
  if (needsMarker(call)) general.push('NOT_ALLOWED')
  if (!OPEN_WHEN_CLOSED.has(path)) general.push('gone')
  general.push('REQUEST_LIMIT', 'INTERNAL_SERVER_ERROR')
  return [...new Set(general)].filter((code) => !refusals.includes(code))
}

function describe(name: string, call: Call): CallReference {
  const body = call.body && shapeOf(call.body)
  const answer = shapeOf(call.answer)
  return {
    name,
    call,
    sentence: sentences[name] ?? '',
    groupId: groupIdOf(call.path),
    parameters: parametersOf(call.path),
    body,
    bodyExample: body && exampleOf(body),
    answer,
    canBeInProgress: answer.properties?.status?.const === 'IN_PROGRESS',
    generalRefusals: generalRefusalsOf(call),
  }
}

export function describeCalls(): readonly CallReference[] {
  return [...calls].map(([name, call]) => describe(name, call))
}

/** Codes by the HTTP status that they come with, lowest first. */
export function byStatus(
  codes: readonly RefusalCode[],
): readonly (readonly [number, readonly RefusalCode[]])[] {
  const statuses = [...new Set(codes.map((code) => statusOf(code)))].toSorted((one, other) => one - other)
  return statuses.map((status) => [status, codes.filter((code) => statusOf(code) === status)])
}

import { bankAccount, profile } from '@kapao/contract/member'
import { qrState } from '@kapao/contract/qrcode'
import { ratio } from '@kapao/contract/ratio'
import { statementRow } from '@kapao/contract/statement'
import { money, requestedMoney, timestamp } from '@kapao/contract/values'
import { game } from '@kapao/contract/wallet'
import { LARGEST_READ_AMOUNT, LARGEST_WIRE_AMOUNT } from '@kapao/money/minor'
import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'

/** A JSON Schema of just the words that the contract needs. A new word must be taught to the reference page first. */
export interface Shape {
  readonly $ref?: string | undefined
  readonly type?: string | undefined
  readonly properties?: Readonly<Record<string, Shape>> | undefined
  readonly required?: readonly string[] | undefined
  readonly items?: Shape | undefined
  readonly anyOf?: readonly Shape[] | undefined
  readonly oneOf?: readonly Shape[] | undefined
  readonly additionalProperties?: Shape | undefined
  readonly const?: string | number | boolean | undefined
  readonly enum?: readonly string[] | undefined
  readonly default?: unknown
  readonly format?: string | undefined
  readonly pattern?: string | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly exclusiveMinimum?: number | undefined
  readonly multipleOf?: number | undefined
  readonly description?: string | undefined
}

const shape: v.GenericSchema<unknown, Shape> = v.strictObject({
  $ref: v.optional(v.string()),
  type: v.optional(v.string()),
  properties: v.optional(
    v.record(
      v.string(),
      v.lazy(() => shape),
    ),
  ),
  required: v.optional(v.array(v.string())),
  items: v.optional(v.lazy(() => shape)),
  anyOf: v.optional(v.array(v.lazy(() => shape))),
  oneOf: v.optional(v.array(v.lazy(() => shape))),
  additionalProperties: v.optional(v.lazy(() => shape)),
  const: v.optional(v.union([v.string(), v.number(), v.boolean()])),
  enum: v.optional(v.array(v.string())),
  default: v.optional(v.unknown()),
  format: v.optional(v.string()),
  pattern: v.optional(v.string()),
  minLength: v.optional(v.number()),
  maxLength: v.optional(v.number()),
  minimum: v.optional(v.number()),
  maximum: v.optional(v.number()),
})

/** Schemas that have a name of their own on the page and in the document, by identity. */
const named: Readonly<Record<string, v.GenericSchema>> = {
  Money: money,
  Amount: requestedMoney,
  Ratio: ratio,
  Time: timestamp,
  Profile: profile,
  BankAccount: bankAccount,
  Game: game,
  QrState: qrState,
  StatementRow: statementRow,
}

const REFERENCE = '#/components/schemas/'

/** What JSON Schema cannot read out of the contract's own transforms: money, amounts and ratios. */
const written: Readonly<Record<string, Shape>> = {
  Money: {
    type: 'number',
    multipleOf: 0.01,
    minimum: -LARGEST_READ_AMOUNT,
    maximum: LARGEST_READ_AMOUNT,
    description: 'Money in the member’s currency, or credits of a game: at most two decimals.',
  },
  Amount: {
    type: 'number',
    multipleOf: 0.01,
    minimum: 0,
    maximum: LARGEST_WIRE_AMOUNT,
    description: 'Money asked for, in the member’s currency: at most two decimals, not below zero.',
  },
  Ratio: {
    type: 'number',
    exclusiveMinimum: 0,
    description: 'What one credit of a game is worth in the wallet’s currency: at most six decimals.',
  },
  Time: { type: 'string', format: 'date-time', description: 'ISO 8601, in UTC.' },
}

function readShape(schema: v.GenericSchema, definitions: Readonly<Record<string, v.GenericSchema>>): Shape {
  const { $schema, $defs, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    // A transform says nothing about the JSON; those that matter are written above.
    errorMode: 'ignore',
    definitions: { ...definitions },
    overrideRef: ({ referenceId }) => REFERENCE + referenceId,
    overrideSchema: ({ jsonSchema }) => {
      const { propertyNames, ...others } = jsonSchema
      return others
    },
  })
  return v.parse(shape, rest)
}

/** What a value looks like as JSON. */
export function shapeOf(schema: v.GenericSchema): Shape {
  return readShape(schema, named)
}

/** The named shapes, each once. */
export function namedShapes(): Readonly<Record<string, Shape>> {
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]): [string, Shape] => {
      const { [name]: _itself, ...others } = named
      return [name, written[name] ?? readShape(schema, others)]
    }),
  )
}

/** The name that a shape refers to, or null when it is written out. */
export function nameOf({ $ref }: Shape): string | null {
  return $ref?.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : null
}

// The calls as the server itself describes them in its OpenAPI document: what is right, and what each may be refused with.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as v from 'valibot'

const schema = v.record(v.string(), v.unknown())
const parameter = v.object({
  name: v.optional(v.string()),
  in: v.optional(v.string()),
  schema: v.optional(schema),
  example: v.optional(v.unknown()),
})
const operation = v.object({
  operationId: v.string(),
  security: v.array(v.unknown()),
  parameters: v.array(parameter),
  requestBody: v.optional(
    v.object({
      content: v.record(v.string(), v.object({ schema, example: v.optional(v.unknown()) })),
    }),
  ),
  responses: v.record(v.string(), v.unknown()),
})
const document = v.object({
  paths: v.record(v.string(), v.record(v.string(), operation)),
  components: schema,
})

export interface Described {
  readonly name: string
  readonly method: string
  /** `/wallet/account/{code}` */
  readonly path: string
  readonly needsToken: boolean
  readonly pathParameters: readonly string[]
  /** Null where the call takes none. */
  readonly body: DescribedBody | null
  /** By status, the codes of refusal that the document names. */
  readonly refusals: ReadonlyMap<number, ReadonlySet<string>>
}

export interface DescribedBody {
  readonly isMultipart: boolean
  readonly fields: readonly string[]
  readonly example: unknown
  /** Whether the document would take it. */
  isRight(value: unknown): boolean
}

const ajv = new Ajv2020({ strict: false, coerceTypes: false })
addFormats.default(ajv)

function bodyOf(
  requestBody: v.InferOutput<typeof operation>['requestBody'],
  components: v.InferOutput<typeof schema>,
): DescribedBody | null {
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {})
  if (type === undefined || media === undefined) return null
  const isRight = ajv.compile({ ...media.schema, components })
  const { properties } = v.parse(v.object({ properties: v.optional(schema, {}) }), media.schema)
  return {
    isMultipart: type === 'multipart/form-data',
    fields: Object.keys(properties),
    example: media.example,
    isRight: (value) => isRight(value) === true,
  }
}

/** Every text of an `enum` somewhere below. */
function enumsBelow(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, below]) =>
    name === 'enum' && Array.isArray(below) ? below.map(String) : enumsBelow(below),
  )
}

export function describedCalls(json: unknown): Described[] {
  const { paths, components } = v.parse(document, json)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      name: described.operationId,
      method: method.toUpperCase(),
      path,
      needsToken: described.security.length > 0,
      pathParameters: described.parameters.flatMap((one) =>
        one.in === 'path' && one.name !== undefined ? [one.name] : [],
      ),
      body: bodyOf(described.requestBody, components),
      refusals: new Map(
        Object.entries(described.responses)
          .filter(([status]) => Number(status) >= 400)
          .map(([status, response]) => [Number(status), new Set(enumsBelow(response))]),
      ),
    })),
  )
}

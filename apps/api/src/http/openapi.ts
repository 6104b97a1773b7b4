import { isRefusalCode } from '@kapao/contract/codes'
import { WIRE_VERSION } from '@kapao/contract/version'
import { KEY_SHAPE } from '../intent/intent.ts'
import { needsMarker } from './marker.ts'
import { byStatus, type CallReference, type Parameter } from './reference-calls.ts'
import { namedShapes, type Shape } from './reference-shape.ts'
import { groups } from './reference-words.ts'

type Json = Readonly<Record<string, unknown>>

const statusWords: Readonly<Record<number, string>> = {
  400: 'A rule said no, or the input was wrong.',
  401: 'Not known who is asking.',
  403: 'Not the caller’s, or switched off.',
  404: 'No such thing.',
  409: 'Not in the present state of things.',
  410: 'The operator is closed.',
  413: 'Too large.',
  415: 'Not a type that is taken.',
  429: 'Too many; Retry-After says when to come back.',
  500: 'A fault of the server’s.',
  503: 'Overloaded or starting.',
}

const refusalSchema = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'The code: clients decide by it alone.' },
    field: { type: 'string', description: 'Which input.' },
    min: { type: 'number' },
    max: { type: 'number' },
    retryAfter: { type: 'number', description: 'Seconds.' },
    failed: {
      type: 'array',
      items: { type: 'string' },
      description: 'Of withdrawAll: the games that did not give what they hold.',
    },
    requestId: { type: 'string' },
  },
}

function refusalResponse(status: number, codes: readonly string[]): Json {
  const message = { type: 'object', properties: { message: { enum: codes } } }
  return {
    description: `${statusWords[status] ?? 'Refused.'} ${codes.join(', ')}.`,
    ...(status === 429 && { headers: { 'Retry-After': { schema: { type: 'integer' } } } }),
    content: {
      'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Refusal' }, message] } },
    },
  }
}

function answerResponse(description: string, schema: Shape, isMoney: boolean): Json {
  return {
    description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(isMoney && { 'Idempotent-Replay': { $ref: '#/components/headers/IdempotentReplay' } }),
    },
    content: { 'application/json': { schema } },
  }
}

function responsesOf({ call, answer, canBeInProgress, generalRefusals }: CallReference): Json {
  const isMoney = call.effect === 'money'
  return {
    200: answerResponse('Done.', answer, isMoney),
    ...(canBeInProgress && {
      202: answerResponse(
        'Accepted; the outcome is not known yet, and the statement will tell.',
        answer,
        isMoney,
      ),
    }),
    ...Object.fromEntries(
      byStatus([...call.refusals, ...generalRefusals].filter(isRefusalCode)).map(([status, codes]) => [
        status,
        refusalResponse(status, codes),
      ]),
    ),
  }
}

function pathParameter({ name, about, choices, example }: Parameter): Json {
  return {
    name,
    in: 'path',
    required: true,
    description: about,
    schema: { type: 'string', ...(choices && { enum: choices }) },
    example,
  }
}

/** Proxies may drop the body of a DELETE, so its fields may stand in the query. */
function queryParameters({ call, body }: CallReference): Json[] {
  if (call.method !== 'DELETE') return []
  return Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    description: 'Instead of the body.',
    schema,
  }))
}

function withFile(body: Shape, field: string): Json {
  const file = { type: 'string', format: 'binary' }
  return { ...body, properties: { [field]: file, ...body.properties }, required: [field] }
}

function operationOf(one: CallReference): Json {
  const { name, call, sentence, groupId, parameters, body, bodyExample } = one
  return {
    operationId: name,
    tags: [groupId],
    summary: sentence,
    'x-effect': call.effect,
    security: call.token ? [{ session: [] }] : [],
    parameters: [
      ...parameters.map(pathParameter),
      ...queryParameters(one),
      { $ref: `#/components/parameters/${needsMarker(call) ? 'Marker' : 'RequestedWith'}` },
      ...(call.effect === 'money' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(body && {
      requestBody: {
        required: call.method !== 'DELETE',
        content: call.file
          ? { 'multipart/form-data': { schema: withFile(body, call.file) } }
          : { 'application/json': { schema: body, example: bodyExample } },
      },
    }),
    responses: responsesOf(one),
  }
}

function pathsOf(references: readonly CallReference[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const one of references) {
    const methods = paths[one.call.path] ?? {}
    methods[one.call.method.toLowerCase()] = operationOf(one)
    paths[one.call.path] = methods
  }
  return paths
}

const components = {
  securitySchemes: {
    session: { type: 'http', scheme: 'bearer', description: 'The token that /login answers.' },
  },
  parameters: {
    RequestedWith: {
      name: 'X-Requested-With',
      in: 'header',
      required: false,
      description: 'Marks a call of a wallet: "kapao".',
      schema: { type: 'string' },
      example: 'kapao',
    },
    Marker: {
      name: 'X-Requested-With',
      in: 'header',
      required: true,
      description: 'A GET that changes something is not made without it.',
      schema: { type: 'string', const: 'kapao' },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        '8 to 64 of A-Z a-z 0-9 _ -, best a uuid: one per intent of the player, the same on every retry.',
      schema: { type: 'string', pattern: KEY_SHAPE.source },
    },
  },
  headers: {
    RequestId: { description: 'Names this answer in the server’s log.', schema: { type: 'string' } },
    IdempotentReplay: {
      description: '"true" when this is the first answer again.',
      schema: { type: 'string' },
    },
  },
}

/** The OpenAPI 3.1 document of every call in the contract. */
export function openApiDocument(operatorName: string, references: readonly CallReference[]): Json {
  const used = new Set(references.map((one) => one.groupId))
  return {
    openapi: '3.1.0',
    info: {
      title: `${operatorName} wallet API`,
      version: WIRE_VERSION,
      description: 'The calls of the wallet. /docs tells them to people, with the conventions they share.',
    },
    servers: [{ url: '/api' }],
    tags: [
      ...groups
        .filter((group) => used.has(group.id))
        .map(({ id, title, about }) => ({ name: id, description: `${title}. ${about}` })),
      ...[...used].filter((id) => !groups.some((group) => group.id === id)).map((id) => ({ name: id })),
    ],
    paths: pathsOf(references),
    components: { ...components, schemas: { ...namedShapes(), Refusal: refusalSchema } },
  }
}

import { createHash } from 'node:crypto'
import { calls } from '@kapao/contract/calls'
import { Validator } from '@seriousme/openapi-schema-validator'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { KEY_SHAPE } from '../intent/intent.ts'
import { openApiDocument } from './openapi.ts'
import { mountReference } from './reference.ts'
import { byStatus, describeCalls } from './reference-calls.ts'
import { curlExample, referencePage, shapeText } from './reference-page.ts'
import { statusOf } from './refusal.ts'

const references = describeCalls()
const page = referencePage('Purse & <Co>', references)

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly parameters: readonly { readonly in?: string; readonly name?: string; readonly $ref?: string }[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}
interface Document {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly parameters: Readonly<Record<string, { readonly schema: { readonly pattern?: string } }>>
  }
}
const json = JSON.stringify(openApiDocument('Purse', references))
const document: Document = JSON.parse(json)

describe('the OpenAPI document', () => {
  it('is a valid one', async () => {
    const result = await new Validator().validate(JSON.parse(json))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
  })

  it('refers only to what it holds', () => {
    for (const [, name = ''] of json.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      expect(Object.keys(document.components.schemas)).toContain(name)
    }
    expect(json).not.toContain('$defs')
  })

  it('writes money as a number of two decimals, amounts not below zero', () => {
    expect(document.components.schemas.Money).toMatchObject({ type: 'number', multipleOf: 0.01 })
    expect(document.components.schemas.Amount).toMatchObject({ type: 'number', multipleOf: 0.01, minimum: 0 })
    expect(json).toContain('"amount":{"$ref":"#/components/schemas/Amount"}')
  })

  it.each([...calls])('tells %s: method, path, token, parameters, body and refusals', (name, call) => {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()]
    if (!operation) throw new Error(`${name} is missing`)
    expect(operation.operationId).toBe(name)
    expect(document.tags.map((tag) => tag.name)).toContain(operation.tags[0])
    expect(operation.security).toHaveLength(call.token ? 1 : 0)
    const inPath = operation.parameters.filter((one) => one.in === 'path').map((one) => `{${one.name}}`)
    expect(inPath).toEqual(call.path.match(/\{\w+\}/g) ?? [])
    expect(operation.parameters.some((one) => one.$ref?.endsWith('/IdempotencyKey'))).toBe(
      call.effect === 'money',
    )
    expect('requestBody' in operation).toBe(call.body !== null)
    for (const code of call.refusals) {
      expect(operation.responses[statusOf(code)]?.description).toMatch(new RegExp(`\\b${code}\\b`))
    }
  })

  it.each([
    ['3f2b8c1e-6d5a-4c7b-9e0f-1a2b3c4d5e6f', true],
    ['eight_-8', true],
    ['A'.repeat(64), true],
    ['seven-7', false],
    ['A'.repeat(65), false],
    ['not plain', false],
  ])('judges the key of an intent as the server does: %s', (key, isTaken) => {
    const { schema } = document.components.parameters.IdempotencyKey ?? {}
    expect(KEY_SHAPE.test(key)).toBe(isTaken)
    expect(schema).not.toHaveProperty('format')
    expect(new RegExp(schema?.pattern ?? '').test(key)).toBe(isTaken)
  })

  it('says that the outcome of a transfer may come later, and that of a withdrawal not', () => {
    expect(document.paths['/wallet/transfer']?.post?.responses).toHaveProperty('202')
    expect(document.paths['/wallet/transferAll']?.post?.responses).toHaveProperty('202')
    expect(document.paths['/wallet/withdraw']?.post?.responses).not.toHaveProperty('202')
  })
})

describe('the reference page', () => {
  it.each(references.map((one) => [one.name, one] as const))('explains %s with an example', (name, one) => {
    expect(one.sentence, `a sentence for ${name} in reference-words.ts`).not.toBe('')
    for (const parameter of one.parameters) expect(parameter.about).not.toBe('')
    expect(Object.values(one.bodyExample ?? {}), 'an example value in reference-words.ts').not.toContain('…')
    expect(page).toContain(`<article id="${name}">`)
    expect(page).toContain(`<section id="${one.groupId}">`)
  })

  it('has every section that its contents name, once', () => {
    const contents = /<nav.*<\/nav>/s.exec(page)?.[0] ?? ''
    const linked = [...contents.matchAll(/<li><a href="#([\w-]+)">/g)].map(([, id]) => id)
    const sections = [...page.matchAll(/<section id="([\w-]+)">/g)].map(([, id]) => id)
    expect(sections).toEqual(linked)
    expect(sections[0]).toBe('conventions')
    expect(sections.at(-1)).toBe('types')
    for (const { name } of references) expect(page).toContain(`<a href="#${name}">`)
    const ids = [...page.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('tells refusals, idempotency, money and ids', () => {
    for (const heading of ['Refusals', 'Idempotency', 'Money', 'Ids, times, pages']) {
      expect(page).toContain(`<h4>${heading}</h4>`)
    }
  })

  it('runs no script, loads nothing, and writes the operator’s name as text', () => {
    expect(page).not.toMatch(/<script|<link|<img|style="|\bon\w+=|https?:\/\/(?!localhost)/)
    expect(page).toContain('<title>Purse &amp; &lt;Co&gt; wallet API</title>')
    expect(page).not.toContain('<Co>')
  })

  it('shows an example that can be pasted into a shell', () => {
    const transfer = references.find((one) => one.name === 'transfer')
    if (!transfer) throw new Error('no transfer')
    expect(curlExample(transfer)).toBe(
      [
        'curl -X POST "$API/wallet/transfer"',
        "-H 'X-Requested-With: kapao'",
        '-H "Authorization: Bearer $TOKEN"',
        '-H "Idempotency-Key: $(uuidgen)"',
        "-H 'Content-Type: application/json'",
        `-d '{"from":"WALLET","to":"PG","amount":100}'`,
      ].join(' \\\n  '),
    )
  })

  it('writes shapes as a programmer would', () => {
    const qr = references.find((one) => one.name === 'createQr')
    if (!qr?.body) throw new Error('no createQr')
    expect(shapeText(qr.body)).toBe('{\n  amount: Amount\n}')
    expect(shapeText(qr.answer)).toBe('QrState')
    expect(shapeText({ type: 'array', items: { type: 'string', maxLength: 5 } })).toBe('string (…5)[]')
  })

  it('groups refusals by status, lowest first', () => {
    expect(byStatus(['KEY_INVALID', 'MONEY_NOT_ENOUGH', 'NO_GAME', 'TRANSFER_FAIL'])).toEqual([
      [400, ['MONEY_NOT_ENOUGH', 'TRANSFER_FAIL']],
      [404, ['NO_GAME']],
      [409, ['KEY_INVALID']],
    ])
  })
})

describe('the server', () => {
  const app = Fastify()
  let name = 'Purse'
  mountReference(app, { current: () => ({ name }) })

  it('serves the page under a policy that allows its own style and nothing else', async () => {
    const answer = await app.inject('/docs')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    const style = /<style>(.*?)<\/style>/s.exec(answer.body)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(answer.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })

  it('serves the document, under the name that the operator has now', async () => {
    name = 'New Purse'
    const answer = await app.inject('/openapi.json')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'New Purse wallet API' } })
    expect((await app.inject('/docs')).body).toContain('<h1>New Purse wallet API</h1>')
  })
})

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { openApiDocument } from './openapi.ts'
import { describeCalls } from './reference-calls.ts'
import { referencePage } from './reference-page.ts'
import { referenceStyle } from './reference-style.ts'

// The page has no script and loads nothing; its one style sheet stands in it and is named by its hash.
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(referenceStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function send(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type(type).send(text)
}

/** The reference for those who write a client: a page for people at /docs, OpenAPI for programs at /openapi.json. */
export function mountReference(
  app: FastifyInstance,
  operator: { current(): { readonly name: string } },
): void {
  const references = describeCalls()
  app.get('/docs', (_request, reply) => {
    reply.header('content-security-policy', PAGE_POLICY)
    return send(reply, 'text/html; charset=utf-8', referencePage(operator.current().name, references))
  })
  app.get('/openapi.json', (_request, reply) => {
    const document = openApiDocument(operator.current().name, references)
    return send(reply, 'application/json; charset=utf-8', JSON.stringify(document))
  })
}

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { openApiDocument } from './openapi.ts'
import { describeCalls } from './reference-calls.ts'
import { referencePage } from './reference-page.ts'
import { referenceStyle } from './reference-style.ts'
import { ANSWERS_HEAD } from './route.ts'

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

interface Reference {
  readonly name: string
  readonly page: string
  readonly document: string
}

function write(name: string): Reference {
  const references = describeCalls()
  return {
    name,
    page: referencePage(name, references),
    document: JSON.stringify(openApiDocument(name, references)),
  }
}

/**
 * The reference for those who write a client: a page for people at /docs, OpenAPI for programs at /openapi.json. The page is our
 * own: the well-known viewers weigh 2.7 to 5 MB, and need scripts that this policy forbids.
 */
export function mountReference(
  app: FastifyInstance,
  operator: { current(): { readonly name: string } },
): void {
  let written = write(operator.current().name)
  // Only the operator's name can change it while the process runs.
  function latest(): Reference {
    const { name } = operator.current()
    if (written.name !== name) written = write(name)
    return written
  }
  app.get('/docs', ANSWERS_HEAD, (_request, reply) => {
    reply.header('content-security-policy', PAGE_POLICY)
    return send(reply, 'text/html; charset=utf-8', latest().page)
  })
  app.get('/openapi.json', ANSWERS_HEAD, (_request, reply) =>
    send(reply, 'application/json; charset=utf-8', latest().document),
  )
}

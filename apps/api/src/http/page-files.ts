import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './route.ts'

const YEAR_S = 31_536_000

/** An app of one page, served below its prefix: "/" is the wallet's, "/desk/" the support desk's. */
interface PageApp {
  readonly prefix: string
  readonly folder: string
  readonly policy: string
}

function pagePolicy({ forms, frames }: { forms: string; frames: string }): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    // What a customer sends in the chat is seen before it has left the phone.
    "media-src 'self' blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${forms}`,
    `frame-ancestors ${frames}`,
  ].join('; ')
}

function pageApps({ walletFolder, deskFolder, frameAncestors }: Config): PageApp[] {
  // The one game whose web login is a posted form goes to its provider.
  const walletPolicy = pagePolicy({ forms: '*', frames: frameAncestors })
  const deskPolicy = pagePolicy({ forms: "'self'", frames: "'none'" })
  return [
    ...(deskFolder === null ? [] : [{ prefix: '/desk/', folder: deskFolder, policy: deskPolicy }]),
    ...(walletFolder === null ? [] : [{ prefix: '/', folder: walletFolder, policy: walletPolicy }]),
  ]
}

function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/') || path.startsWith('/gateway/')
}

/** Serves the built apps: hashed files for a year, the page itself always fresh, and the page again for every route of its own. */
export async function mountPageFiles(app: FastifyInstance, config: Config): Promise<void> {
  const pages: { prefix: string; send(reply: FastifyReply): FastifyReply }[] = []
  for (const one of pageApps(config)) pages.push({ prefix: one.prefix, send: await mountPage(app, one) })
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    // A file that is not there is missing, not a page: an old tab after a deploy must notice.
    const isFile = /\.[a-z0-9]{2,11}$/i.test(path)
    const page = pages.find(({ prefix }) => `${path}/`.startsWith(prefix))
    if (page === undefined || isApiPath(path) || request.method !== 'GET' || isFile) {
      return sendRefusal(request, reply, refuse('NO_DATA'))
    }
    return page.send(reply)
  })
}

async function mountPage(app: FastifyInstance, { prefix, folder, policy }: PageApp) {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  function send(reply: FastifyReply): FastifyReply {
    return reply
      .code(200)
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
      .type('text/html; charset=utf-8')
      .send(page)
  }
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    decorateReply: false,
    index: false,
    wildcard: false,
    // The page itself goes out by its own route, with its policy.
    globIgnore: ['index.html*'],
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const isHashed = path.includes('/assets/')
      response.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    },
  })
  app.get(prefix, (_request, reply) => send(reply))
  app.get(`${prefix}index.html`, (_request, reply) => send(reply))
  return send
}

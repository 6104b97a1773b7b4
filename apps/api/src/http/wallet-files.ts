import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './route.ts'

const YEAR_S = 31_536_000

function isApiPath(request: FastifyRequest): boolean {
  return request.url === '/api' || request.url.startsWith('/api/') || request.url.startsWith('/gateway/')
}

function pagePolicy(config: Config): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    // What a customer sends in the chat is seen before it has left the phone.
    "media-src 'self' blob: https:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    // The one game whose web login is a posted form goes to its provider.
    'form-action *',
    `frame-ancestors ${config.frameAncestors}`,
  ].join('; ')
}

/** Serves the built wallet: hashed files for a year, the page itself always fresh, and the page again for every route of its own. */
export async function mountWalletFiles(app: FastifyInstance, config: Config): Promise<void> {
  const { walletFolder } = config
  if (walletFolder === null) {
    app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, refuse('NO_DATA')))
    return
  }
  const page = await readFile(join(walletFolder, 'index.html'), 'utf8')
  const policy = pagePolicy(config)
  function sendPage(reply: FastifyReply): FastifyReply {
    return reply
      .code(200)
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
      .type('text/html; charset=utf-8')
      .send(page)
  }
  await app.register(fastifyStatic, {
    root: walletFolder,
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
  app.get('/', (_request, reply) => sendPage(reply))
  app.get('/index.html', (_request, reply) => sendPage(reply))
  app.setNotFoundHandler((request, reply) => {
    // A file that is not there is missing, not a page: an old tab after a deploy must notice.
    const isFile = /\.[a-z0-9]{2,11}$/i.test(request.url.split('?', 1)[0] ?? '')
    if (isApiPath(request) || request.method !== 'GET' || isFile) {
      return sendRefusal(request, reply, refuse('NO_DATA'))
    }
    return sendPage(reply)
  })
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './route.ts'
import { pagePolicy } from './safe-headers.ts'

const YEAR_S = 31_536_000

/** An app of one page, served below its prefix: "/" is the wallet's, "/desk/" the support desk's. */
interface PageApp {
  readonly prefix: string
  readonly folder: string
  readonly policy: string
  /** Whether a window that it opens, at another site, may know of it. */
  readonly openers: 'same-origin' | 'same-origin-allow-popups'
}

function pageApps({ walletFolder, deskFolder, frameAncestors }: Config): PageApp[] {
  const desk: Omit<PageApp, 'folder'> = {
    prefix: '/desk/',
    policy: pagePolicy({ forms: "'self'", frames: "'none'" }),
    openers: 'same-origin',
  }
  const wallet: Omit<PageApp, 'folder'> = {
    prefix: '/',
    // The one game whose web login is a posted form goes to its provider.
    policy: pagePolicy({ forms: '*', frames: frameAncestors }),
    // A game's window is opened empty inside the tap, and goes to the game when its address has come.
    openers: 'same-origin-allow-popups',
  }
  return [
    ...(deskFolder === null ? [] : [{ ...desk, folder: deskFolder }]),
    ...(walletFolder === null ? [] : [{ ...wallet, folder: walletFolder }]),
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

async function mountPage(app: FastifyInstance, { prefix, folder, policy, openers }: PageApp) {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  function send(reply: FastifyReply): FastifyReply {
    return reply
      .code(200)
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      .header('cross-origin-opener-policy', openers)
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
      // The service worker obeys the policy that it came with, not that of a page.
      response.header('content-security-policy', policy)
    },
  })
  app.get(prefix, (_request, reply) => send(reply))
  app.get(`${prefix}index.html`, (_request, reply) => send(reply))
  return send
}

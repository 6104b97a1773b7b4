import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import negotiate from '@fastify/accept-negotiator'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../environment/config.ts'
import { refuse } from './refusal.ts'
import { ANSWERS_HEAD, sendRefusal } from './route.ts'
import { type PageRules, pagePolicy, SHOWN_ANYWHERE } from './safe-headers.ts'
import { pathOf } from './wire-call.ts'

const YEAR_S = 31_536_000

/** An app of one page, served below its prefix: "/" is the wallet's, "/desk/" the support desk's. */
interface PageApp {
  /** The variable that names its folder. */
  readonly variable: string
  readonly prefix: string
  readonly folder: string
  readonly rules: Pick<PageRules, 'forms' | 'frames'>
  /** Whether a window that it opens, at another site, may know of it. */
  readonly openers: 'same-origin' | 'same-origin-allow-popups'
}

function pageApps({ walletFolder, deskFolder, frameAncestors }: Config): PageApp[] {
  const desk: Omit<PageApp, 'folder'> = {
    variable: 'KAPAO_DESK_FOLDER',
    prefix: '/desk/',
    rules: { forms: "'self'", frames: "'none'" },
    openers: 'same-origin',
  }
  const wallet: Omit<PageApp, 'folder'> = {
    variable: 'KAPAO_WALLET_FOLDER',
    prefix: '/',
    // The one game whose web login is a posted form goes to its provider.
    rules: { forms: '*', frames: frameAncestors },
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
  const pages: { prefix: string; send(request: FastifyRequest, reply: FastifyReply): FastifyReply }[] = []
  for (const one of pageApps(config)) pages.push({ prefix: one.prefix, send: await mountPage(app, one) })
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request)
    // A file that is not there is missing, not a page: an old tab after a deploy must notice.
    const isFile = /\.[a-z0-9]{2,11}$/i.test(path)
    const page = pages.find(({ prefix }) => `${path}/`.startsWith(prefix))
    const isAsked = request.method === 'GET' || request.method === 'HEAD'
    if (page === undefined || isApiPath(path) || !isAsked || isFile) {
      return sendRefusal(request, reply, refuse('NO_DATA'))
    }
    return page.send(request, reply)
  })
}

async function mountPage(app: FastifyInstance, pageApp: PageApp) {
  const { variable, prefix, folder, rules, openers } = pageApp
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`${variable} names the folder of a built page; in ${folder} there is no index.html`)
  const plain = await readPage(pageApp, 'index.html')
  const art = join(folder, 'art', '/')
  const filePolicy = pagePolicy({ ...rules, ownScripts: [] })
  function send(request: FastifyRequest, reply: FastifyReply, page = plain): FastifyReply {
    const encoding = encodingOf(request, page.bodies)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .code(200)
      .header('cache-control', 'no-store')
      .header('content-security-policy', page.policy)
      .header('cross-origin-opener-policy', openers)
      .header('vary', 'accept-encoding, cookie')
      .type('text/html; charset=utf-8')
      .send(page.bodies[encoding])
  }
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    decorateReply: false,
    index: false,
    wildcard: false,
    // The page itself goes out by its own route, with its policy.
    globIgnore: ['index.html*', 'login.*', 'user/*'],
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const isHashed = path.includes('/assets/')
      response.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      // The service worker obeys the policy that it came with, not that of a page.
      response.header('content-security-policy', filePolicy)
      // What the operator names as pictures of games and offers: a wallet on another origin shows them from here.
      if (path.startsWith(art)) response.header('cross-origin-resource-policy', SHOWN_ANYWHERE)
    },
  })
  app.get(prefix, ANSWERS_HEAD, (request, reply) => send(request, reply))
  app.get(`${prefix}index.html`, ANSWERS_HEAD, (request, reply) => send(request, reply))
  for (const path of ['login', 'user/home']) {
    const own = await readOwnPage(pageApp, path)
    if (own)
      app.get(`${prefix}${path}`, ANSWERS_HEAD, (request, reply) =>
        send(request, reply, pageFor(request, own)),
      )
  }
  return send
}

const encodings = ['br', 'gzip'] as const

/** A page as the build has compressed it, and as it is. */
type Bodies = Readonly<Record<'identity', string>> &
  Readonly<Partial<Record<(typeof encodings)[number], Buffer>>>

interface PageFile {
  readonly bodies: Bodies
  readonly policy: string
}

async function readPage({ folder, rules }: PageApp, name: string): Promise<PageFile> {
  const path = join(folder, name)
  const identity = await readFile(path, 'utf8')
  return {
    bodies: {
      identity,
      ...(existsSync(`${path}.br`) && { br: await readFile(`${path}.br`) }),
      ...(existsSync(`${path}.gz`) && { gzip: await readFile(`${path}.gz`) }),
    },
    policy: pagePolicy({ ...rules, ownScripts: ownScriptsOf(identity) }),
  }
}

/** The hashes of the scripts that stand in a page itself; texts that it brings are data. */
function ownScriptsOf(page: string): string[] {
  const scripts = page.matchAll(
    /<script(?![^>]*\s(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g,
  )
  return [...scripts].map(([, text = '']) => createHash('sha256').update(text).digest('base64'))
}

/** Of those that there are, the one that whoever asks would rather have: agreed on as for the files that are sent. */
function encodingOf(request: FastifyRequest, bodies: Bodies): keyof Bodies {
  const header = [request.headers['accept-encoding'] ?? ''].flat().join()
  const there = encodings.filter((one) => bodies[one] !== undefined)
  return negotiate(header, [...there]) ?? 'identity'
}

/** The page that the build has made for one address, by language; `first` is the region's. */
interface OwnPage {
  readonly first: PageFile
  readonly byLocale: ReadonlyMap<string, PageFile>
}

/** null where the build has made none. */
async function readOwnPage(app: PageApp, path: string): Promise<OwnPage | null> {
  if (!existsSync(join(app.folder, `${path}.html`))) return null
  const byLocale = new Map<string, PageFile>()
  for (const locale of ['th', 'la', 'en']) byLocale.set(locale, await readPage(app, `${path}.${locale}.html`))
  return { first: await readPage(app, `${path}.html`), byLocale }
}

/** In the language that the wallet has noted in a cookie. In a frame of another site no cookie comes: there the page is drawn by its scripts. */
function pageFor(request: FastifyRequest, { first, byLocale }: OwnPage): PageFile | undefined {
  if (request.headers['sec-fetch-dest'] === 'iframe') return undefined
  const cookies = request.headers.cookie ?? ''
  // The plain one may be left from before, and of another language by now, where there is one that came over TLS.
  const chosen = /(?:^|; )__Host-locale=(\w+)/.exec(cookies) ?? /(?:^|; )locale=(\w+)/.exec(cookies)
  return byLocale.get(chosen?.[1] ?? '') ?? first
}

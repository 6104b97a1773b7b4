import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'

const require = createRequire(import.meta.url)

function own(name: string): Buffer {
  return readFileSync(new URL(`public/${name}`, import.meta.url))
}

function font(script: 'thai' | 'lao'): Buffer {
  const file = `files/noto-sans-${script}-${script}-wght-normal.woff2`
  return readFileSync(require.resolve(`@fontsource-variable/noto-sans-${script}/${file}`))
}

/** The few files that the pages load, read once. Nothing comes from elsewhere, and no script stands in a page itself. */
export function addAssets(app: FastifyInstance): void {
  const files: readonly (readonly [string, string, Buffer])[] = [
    ['look.css', 'text/css; charset=utf-8', own('look.css')],
    ['play.css', 'text/css; charset=utf-8', own('play.css')],
    ['console.css', 'text/css; charset=utf-8', own('console.css')],
    ['console.js', 'text/javascript; charset=utf-8', own('console.js')],
    ['play.js', 'text/javascript; charset=utf-8', own('play.js')],
    ['thai.woff2', 'font/woff2', font('thai')],
    ['lao.woff2', 'font/woff2', font('lao')],
  ]
  for (const [name, type, content] of files) {
    app.get(`/assets/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    )
  }
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send())
}

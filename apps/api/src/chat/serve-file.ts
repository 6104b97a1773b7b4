import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { FileStore } from '../files/file-store.ts'
import { refuse } from '../http/refusal.ts'
import { sendRefusal } from '../http/route.ts'
import { FILE_POLICY, SHOWN_ANYWHERE } from '../http/safe-headers.ts'
import { type MediaType, mediaTypes } from './media-type.ts'
import { fileNameOf } from './rules.ts'

const fileParams = v.object({ name: v.string() })
const YEAR_S = 31_536_000

function isMediaType(text: string): text is MediaType {
  return Object.hasOwn(mediaTypes, text)
}

interface Range {
  readonly start: number
  readonly end: number
}

/** One range of a Range header, as players of films ask for; null for the whole file, 'none' for one beyond its end. */
function rangeOf(header: string | undefined, size: number): Range | null | 'none' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, from = '', to = ''] = match
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'none' : { start, end }
}

/**
 * Serves what was sent in a chat to whoever knows its name (an `<img>` sends no token), as the type that it was kept as and nothing else:
 * a browser that opens it runs none of it.
 */
export function mountChatFiles(app: FastifyInstance, files: FileStore): void {
  app.get('/api/chat/files/:name', async (request, reply) => {
    const params = v.safeParse(fileParams, request.params)
    const name = params.success ? fileNameOf(`/api/chat/files/${params.output.name}`) : null
    const ending = name?.split('.')[1] ?? ''
    const size = name && isMediaType(ending) ? await files.sizeOf(name) : null
    if (!name || !isMediaType(ending) || size === null) return sendRefusal(request, reply, refuse('NO_DATA'))
    const { contentType, fileType } = mediaTypes[ending]
    reply
      .type(contentType)
      .header(
        'content-disposition',
        `${fileType === 'file' ? 'attachment' : 'inline'}; filename="chat.${ending}"`,
      )
      .header('content-security-policy', FILE_POLICY)
      .header('cross-origin-resource-policy', SHOWN_ANYWHERE)
      .header('cache-control', `private, max-age=${YEAR_S}, immutable`)
      .header('accept-ranges', 'bytes')
    const range = rangeOf(request.headers.range, size)
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send()
    const { start, end } = range ?? { start: 0, end: size - 1 }
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
    return reply.header('content-length', String(end - start + 1)).send(files.read(name, start, end))
  })
}

import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { refuse } from '../http/refusal.ts'
import { sendRefusal } from '../http/route.ts'
import { FILE_POLICY, SHOWN_ANYWHERE } from '../http/safe-headers.ts'
import type { FileStore } from './file-store.ts'
import { isSignedFor } from './signed-url.ts'

const types: Readonly<Record<string, string>> = { jpg: 'image/jpeg' }
const fileParams = v.object({ name: v.string() })
const fileQuery = v.object({ expires: v.string(), signature: v.string() })

/** Serves a kept file to whoever holds a signed address of it, as the type that it was written as and nothing else. */
export function mountFiles(app: FastifyInstance, files: FileStore, keys: readonly Buffer[]): void {
  app.get('/api/files/:name', async (request, reply) => {
    const params = v.safeParse(fileParams, request.params)
    const query = v.safeParse(fileQuery, request.query)
    if (!params.success || !query.success) return sendRefusal(request, reply, refuse('NO_DATA'))
    const { name } = params.output
    const type = types[name.split('.')[1] ?? '']
    if (!type || !isSignedFor(keys, name, query.output.expires, query.output.signature))
      return sendRefusal(request, reply, refuse('NOT_ALLOWED'))
    const size = await files.sizeOf(name)
    if (size === null) return sendRefusal(request, reply, refuse('NO_DATA'))
    return reply
      .type(type)
      .header('content-disposition', `inline; filename="slip.${name.split('.')[1]}"`)
      .header('content-security-policy', FILE_POLICY)
      .header('cross-origin-resource-policy', SHOWN_ANYWHERE)
      .header('content-length', String(size))
      .send(files.read(name, 0, size - 1))
  })
}

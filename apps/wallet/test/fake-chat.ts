/**
 * Another operator's chat, speaking no more of the wire than it must: no ids of clients, no answers to `join`, no extras. Beside the calls
 * of the wire: POST /say {message, sender?, session_id?, name?} speaks for the other end in every room; POST /drop cuts every socket;
 * POST /wipe forgets everything; POST /fail {path, times, status, message} makes the next calls go wrong.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Server } from 'socket.io'

type Fields = Record<string, unknown>

const PREFIX = 'other-'
let stored: Fields[] = []
let failures: { path: string; times: number; status: number; message: string }[] = []
const files = new Map<string, { type: string; bytes: Buffer }>()
export const heard: { path: string; body: Fields }[] = []

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** The file of a multipart body: good enough for one field. */
function fileIn(body: Buffer): { type: string; bytes: Buffer } {
  const start = body.indexOf('\r\n\r\n') + 4
  const head = body.subarray(0, start).toString()
  const end = body.lastIndexOf(head.slice(0, head.indexOf('\r\n')))
  return { type: /content-type: (\S+)/i.exec(head)?.[1] ?? '', bytes: body.subarray(start, end - 2) }
}

const server = createServer((request, response) => void answer(request, response))
const io = new Server(server)
io.on('connection', (socket) => {
  socket.on('join', (room: string) => socket.join(room))
})

function store(said: Fields): Fields {
  const { clientId: _, ...kept } = said
  const message = { session_id: 's1', ...kept, _id: randomUUID(), createdAt: new Date().toISOString() }
  stored.push(message)
  const id = String(
    message['userId' as keyof typeof message] || message['guestId' as keyof typeof message] || '',
  )
  if (id) io.to(PREFIX + id).emit('messaging', message)
  else io.emit('messaging', message)
  return message
}

const calls: Record<string, (body: Fields) => unknown> = {
  'GET /api/chat/config': () => ({ PREFIX }),
  'POST /api/chat/send-message': (body) => ({ timestamp: store({ ...body, session_id: 's1' }).createdAt }),
  'POST /api/chat/history': ({ limit, skip }) => ({
    history: [...stored].reverse().slice(Number(skip), Number(skip) + Number(limit)),
  }),
  'PUT /api/chat/read-customer/': () => ({ message: 'SUCCESS' }),
  'GET /api/lookup/enableChatWidget': () => ({ enableChatWidget: true }),
  'GET /api/lookup/active': () => ({ terminated: '' }),
  'GET /api/lookup/contact': () => ({ contactText: '<p>24 h</p>', lineLink: '', lineName: '@x', lineQR: '' }),
  'POST /say': (body) =>
    store({ sender: 'agent', userId: '', guestId: '', username: '', name: 'Nok', ...body }),
  'POST /drop': () => {
    io.disconnectSockets(true)
    return {}
  },
  'POST /wipe': () => {
    stored = []
    heard.length = 0
    return {}
  },
  'POST /past': ({ messages }) => {
    if (Array.isArray(messages)) stored = messages
    return {}
  },
  'POST /fail': (body) => {
    failures.push({
      path: String(body.path),
      times: Number(body.times ?? 1),
      status: Number(body.status ?? 500),
      message: String(body.message ?? ''),
    })
    return {}
  },
  'GET /heard': () => heard,
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://fake').pathname
  if (path.startsWith('/socket.io')) return
  const bytes = await bytesOf(request)
  const failing = failures.find((one) => one.path === path && one.times > 0)
  if (failing) {
    failing.times -= 1
    failures = failures.filter(({ times }) => times > 0)
    return json(response, failing.status, { message: failing.message })
  }
  if (path.startsWith('/api/files/')) {
    const file = files.get(path)
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' })
    response.end(file?.bytes)
    return
  }
  if (path.startsWith('/api/chat/upload-')) {
    const at = `/api/files/${randomUUID()}`
    files.set(at, fileIn(bytes))
    return json(response, 200, { path: at })
  }
  const call = calls[`${request.method} ${path}`]
  if (!call) return json(response, 404, { message: 'NO_DATA' })
  const body: Fields = bytes.length > 0 ? JSON.parse(bytes.toString()) : {}
  if (path.startsWith('/api/')) heard.push({ path, body })
  json(response, 200, call(body))
}

const port = Number(process.env.PORT ?? '18160')
server.listen(port, '127.0.0.1', () => console.log(`another operator's chat at http://127.0.0.1:${port}`))

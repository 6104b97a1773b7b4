// The least that realtime can cost: socket.io as it comes, one process, rooms, and an echo. No rules, nobody checked. What is said by a socket is echoed at once; what is
// posted is one row on disk before it is echoed, which is the least that a chat can cost that never shows what it may lose.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { Server } from 'socket.io'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 })

async function keep(message: unknown): Promise<void> {
  const text = 'insert into bench_message (body) values ($1)'
  await pool.query({ name: 'keep', text, values: [message] })
}

// As long as ours keeps a line that nobody speaks on; Node's own 5 s end while the next message is on its way.
const http = createServer({ keepAliveTimeout: 72_000 })
const io = new Server(http, { serveClient: false })
http.on('request', async (request, response) => {
  // The others are socket.io's.
  if (request.url !== '/say') return
  const message: unknown = await json(request)
  await keep(message)
  io.to(String(request.headers['x-room'])).emit('messaging', message)
  response.end()
})
io.on('connection', (socket) => {
  socket.on('join', async (room: string, ack: (said: object) => void) => {
    await socket.join(room)
    ack({ ok: true })
  })
  socket.on('say', (room: string, message: object) => {
    io.to(room).emit('messaging', message)
  })
})
http.listen(0, '127.0.0.1', () => {
  const address = http.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 })
})
process.on('disconnect', () => process.exit(0))

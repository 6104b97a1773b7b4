// The least that realtime can cost: socket.io as it comes, one process, rooms, and an echo. No database, no rules, nothing kept.
import { createServer } from 'node:http'
import { Server } from 'socket.io'

const http = createServer()
const io = new Server(http, { serveClient: false })
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

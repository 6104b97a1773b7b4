// What must not depend on which process is asked: each check speaks to several of them by their own addresses.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { type Finding, found } from '../bank-test/finding.ts'
import { ask, at, demand } from '../bank-test/wire.ts'

const PATIENCE_MS = 10_000
const TRIES = 40

interface Check {
  readonly name: string
  run(urls: readonly string[]): Promise<string | null>
}

function pick(urls: readonly string[], index: number): string {
  const url = urls[index % urls.length]
  if (url === undefined) throw new Error('there is no process')
  return url
}

/** A socket without anything before it, as behind a balancer that remembers nobody. */
function listen(url: string, room: string, heard: (clientId: unknown) => void): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], forceNew: true })
  socket.on('messaging', (message: unknown) => heard(at(message, 'clientId')))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no socket')), PATIENCE_MS)
    socket.on('connect', () => {
      socket.emit('join', room, () => {
        clearTimeout(timer)
        resolve(socket)
      })
    })
  })
}

function sayInChat(url: string, guestId: string, text: string, clientId: string): Promise<unknown> {
  const message = { message_type: 'text', payload: { text } }
  const rest = { session_id: '', userId: '', username: '', name: '', deviceToken: '' }
  const body = {
    clientId,
    sender: 'customer',
    message,
    createdAt: new Date().toISOString(),
    guestId,
    ...rest,
  }
  return demand(`${url}/api/chat/send-message`, 'POST', { body })
}

const chat: Check = {
  name: 'a message sent to one process is heard from each other, once',
  async run(urls) {
    const guestId = randomUUID()
    const prefix = String(at(await demand(`${pick(urls, 0)}/api/chat/config`, 'GET'), 'PREFIX'))
    const heard = urls.map(() => new Map<unknown, number>())
    const sockets = await Promise.all(
      urls.map((url, index) =>
        listen(url, `${prefix}${guestId}`, (clientId) => {
          const mine = heard[index]
          mine?.set(clientId, (mine.get(clientId) ?? 0) + 1)
        }),
      ),
    )
    const sent = urls.map(() => randomUUID())
    for (const [index, clientId] of sent.entries())
      await sayInChat(pick(urls, index), guestId, 'สวัสดี', clientId)
    const isAll = () => heard.every((mine) => sent.every((clientId) => mine.get(clientId) === 1))
    for (let tries = 0; tries < TRIES && !isAll(); tries += 1) await sleep(100)
    for (const socket of sockets) socket.disconnect()
    return isAll() ? null : `heard ${JSON.stringify(heard.map((mine) => [...mine.values()]))}`
  },
}

/** The smallest picture there is. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const files: Check = {
  name: 'a picture uploaded to one process is served by each other',
  async run(urls) {
    const form = new FormData()
    form.set('file', new Blob([DOT], { type: 'image/png' }), 'dot.png')
    const options = { method: 'POST', body: form, headers: { 'x-requested-with': 'kapao' } }
    const uploaded = await fetch(`${pick(urls, 0)}/api/chat/upload-image`, options)
    const path = String(at(await uploaded.json(), 'path'))
    const sizes = await Promise.all(
      urls.map(async (url) => {
        const answer = await fetch(`${url}${path}`)
        return answer.ok ? (await answer.arrayBuffer()).byteLength : 0
      }),
    )
    return sizes.every((size) => size > 0 && size === sizes[0]) ? null : `${path}: sizes ${sizes.join(', ')}`
  },
}

const limits: Check = {
  name: 'wrong passwords are counted together, whichever process is tried',
  async run(urls) {
    const body = { username: '0800000000', password: 'wrong-password' }
    const codes: string[] = []
    for (let tries = 0; tries < TRIES; tries += 1) {
      const outcome = await ask(`${pick(urls, tries)}/api/login`, 'POST', { body })
      codes.push(outcome.kind === 'refused' ? outcome.code : outcome.kind)
      if (codes.at(-1) === 'REQUEST_LIMIT_1MIN') break
    }
    const free = codes.filter((code) => code !== 'REQUEST_LIMIT_1MIN').length
    const after = await Promise.all(urls.map((url) => ask(`${url}/api/login`, 'POST', { body })))
    const isShut = after.every((one) => one.kind === 'refused' && one.code === 'REQUEST_LIMIT_1MIN')
    return isShut ? null : `${free} were free, then ${JSON.stringify(after)}`
  },
}

/** Asked one by one of processes of which each does a share: the limit is that of all together. */
export async function checkAcross(urls: readonly string[], say: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, run } of [chat, files, limits]) {
    const complaint = await run(urls).catch((error: Error) => error.message)
    say(`  ${complaint === null ? 'holds ' : 'FAILED'}  ${name}${complaint === null ? '' : `: ${complaint}`}`)
    if (complaint !== null) findings.push(found('lost', `${name}: ${complaint}`))
  }
  return findings
}

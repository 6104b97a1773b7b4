// What must not depend on which process is asked: each check speaks to several of them by their own addresses.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { type Finding, found } from '../bank-test/finding.ts'
import { ask, at, demand } from '../bank-test/wire.ts'

/** It ends what hangs. */
const PATIENCE_MS = 120_000
const TRIES = 40
/** That one account may have in a minute. */
const GUESSES = 5

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
    const deadline = Date.now() + PATIENCE_MS
    while (!isAll() && Date.now() < deadline) await sleep(100)
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

/** How often they counted in the database what Redis was too slow for. */
async function fallbacks(urls: readonly string[]): Promise<number> {
  const told = await Promise.all(urls.map(async (url) => (await fetch(`${url}/metrics`)).text()))
  return told.reduce((sum, text) => sum + Number(/^kapao_limit_fallbacks_total (\d+)$/m.exec(text)?.[1]), 0)
}

const limits: Check = {
  name: 'wrong passwords are counted together, whichever process is tried',
  async run(urls) {
    const body = { username: '0800000000', password: 'wrong-password' }
    const before = await fallbacks(urls)
    const startedAt = performance.now()
    const codes: string[] = []
    const isShut = () =>
      codes.length >= urls.length && codes.slice(-urls.length).every((code) => code === 'REQUEST_LIMIT_1MIN')
    while (!isShut() && codes.length < TRIES) {
      const outcome = await ask(`${pick(urls, codes.length)}/api/login`, 'POST', { body })
      codes.push(outcome.kind === 'refused' ? outcome.code : outcome.kind)
    }
    // The database's window is one more than that of Redis, and each minute has its own.
    const minutes = 1 + Math.floor((performance.now() - startedAt) / 60_000)
    const most = GUESSES * minutes * ((await fallbacks(urls)) > before ? 2 : 1)
    const judged = codes.filter((code) => code === 'WRONG_CREDENTIAL').length
    return isShut() && judged <= most ? null : `${judged} of ${most} were judged: ${codes.join(', ')}`
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

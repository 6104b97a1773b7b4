import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { askingFor } from '../asker.ts'
import { Counts } from '../counts.ts'
import type { Database } from '../database/database.ts'
import { tokenOf } from '../session/session.ts'
import type { Metrics } from './metrics.ts'
import { refuseOverloaded } from './overload.ts'
import type { Refusal } from './refusal.ts'
import { InsideCall, Room } from './room.ts'
import { sendRefusal } from './route.ts'
import { Standing } from './standing.ts'
import { isWireCall } from './wire-call.ts'

/** With 20 connections, three rounds: a call of six statements that is always last in the queue is answered in some tenths of a second. */
const MOST_WAITING_FOR_DATABASE = 60
/** A wave of calls that come at the same moment passes by itself; a queue that stands for so long does not. */
const WAVE_MS = 100
/** A wave, too, has its bound: who comes last in it waits for half a second. */
const MOST_IN_A_WAVE = 300
const LOOK_EVERY_MS = 50
/** Where those who ask for the same ask the database as one, its queue is short and the process itself is what they wait for: a third of a second. */
const MOST_INSIDE = 200
/**
 * Money is moved in two commits, each for the disk, one member's after the other: of those inside it is what gets late first. With less room for it than
 * for all, those of it that are let in are in time. Somewhat more than one member's, or one could take all of it.
 */
const MOST_MOVING = 50
/**
 * What moves one member's money waits for that member's row, one after the other: more of it at once takes everybody's room, and is no quicker. No
 * player comes near it, nor does a client that sends one tap twenty times over, and must be told each time what became of it.
 */
const MOST_OF_ONE = 40

/** How long the queue for the database has stood, by a look every few milliseconds. */
class Queue {
  readonly #standing = new Standing()
  readonly #timer: NodeJS.Timeout

  constructor(database: Database) {
    this.#timer = setInterval(
      () => this.#standing.look(database.waiting() > MOST_WAITING_FOR_DATABASE, performance.now()),
      LOOK_EVERY_MS,
    )
    this.#timer.unref()
  }

  get standsMs(): number {
    return this.#standing.forMs
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

/** Whose a token is never changes, so what was found out once holds; the oldest are forgotten. */
const MOST_KNOWN_TOKENS = 20_000

/** Calls that move money, by whose they are: by the token until it is known who brings it, and by the member from then on, however many tokens they have. */
class Movers {
  readonly #inside = new Counts()
  readonly #members = new Map<string, string>()

  /** A member's id or, of a token that was not seen yet, its hash. */
  nameOf(tokenHash: string): string {
    return this.#members.get(tokenHash) ?? tokenHash
  }

  learn(tokenHash: string, memberId: string): void {
    if (this.#members.has(tokenHash)) return
    const [oldest] = this.#members.keys()
    if (oldest !== undefined && this.#members.size >= MOST_KNOWN_TOKENS) this.#members.delete(oldest)
    this.#members.set(tokenHash, memberId)
  }

  isFull(name: string): boolean {
    return this.#inside.of(name) >= MOST_OF_ONE
  }

  enter(name: string): void {
    this.#inside.add(name)
  }

  leave(name: string): void {
    this.#inside.takeAway(name)
  }
}

/** A call that moves money, from the door on. */
class Mover {
  readonly #movers: Movers
  readonly #tokenHash: string
  #name: string
  #isInside = false

  /** By the token itself: the words around it may be written in many ways. */
  constructor(movers: Movers, token: string) {
    this.#movers = movers
    this.#tokenHash = hash('sha256', token, 'base64')
    this.#name = movers.nameOf(this.#tokenHash)
  }

  get isOneTooMany(): boolean {
    return this.#movers.isFull(this.#name)
  }

  enter(): void {
    this.#isInside = true
    this.#movers.enter(this.#name)
  }

  /** Now it is known whose it is. False when that member's room is taken, by what came in with another token of theirs. */
  isOf(memberId: string): boolean {
    this.#movers.learn(this.#tokenHash, memberId)
    // Who hung up before their call had its handler is counted no more.
    if (this.#name === memberId || !this.#isInside) return true
    if (this.#movers.isFull(memberId)) return false
    this.leave()
    this.#name = memberId
    this.enter()
    return true
  }

  leave(): void {
    if (this.#isInside) this.#movers.leave(this.#name)
    this.#isInside = false
  }
}

/**
 * Calls `leave` once the call takes nobody's room any more: when its answer is made, at whatever pace that is read, a film's as any other. Whoever hangs up before
 * leaves what was begun for them behind, and that goes on; where nothing was, nothing will be (route.ts).
 */
function whenOver(request: FastifyRequest, reply: FastifyReply, leave: () => void): void {
  const { leaveRoom: before } = request
  request.leaveRoom = () => {
    before?.()
    leave()
  }
  reply.raw.once('close', () => {
    if (request.work === null) leave()
    else request.work.then(leave, leave)
  })
}

/** Does a call's work where calls at work are counted. */
export type GoInside = <T>(request: FastifyRequest, reply: FastifyReply, work: () => T) => T

/** Where nobody counts. */
export const uncounted: GoInside = (_request, _reply, work) => work()

/**
 * Turns calls away at the door while those inside would already have to wait too long. What has been let in is never turned out: a call that
 * moves money ends as it would without the crowd. Who waits for a provider does not wait for the database, and counts
 * for nothing here; nor does one whose body is still on its way. A token that is nobody's takes a place until it has been looked for, in one statement
 * with all others of that moment. Answers how one comes in whose body was not read: no hook after that sees it.
 */
export function mountAdmission(app: FastifyInstance, database: Database, metrics: Metrics): GoInside {
  const queue = new Queue(database)
  app.addHook('onClose', async () => queue.stop())
  const movers = new Movers()
  const [all, moving] = [new Room(), new Room()]
  const isTooBusy = (movesMoney: boolean) => {
    if (all.atWork >= MOST_INSIDE || (movesMoney && moving.atWork >= MOST_MOVING)) return true
    const waiting = database.waiting()
    return waiting > MOST_IN_A_WAVE || (waiting > MOST_WAITING_FOR_DATABASE && queue.standsMs > WAVE_MS)
  }
  const turnAway = (): Refusal => {
    metrics.shed.inc()
    return refuseOverloaded()
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!isWireCall(request)) return
    const token = request.routeOptions.config.movesMoney ? tokenOf(request.headers.authorization) : null
    const mover = token === null ? null : new Mover(movers, token)
    if (isTooBusy(mover !== null) || mover?.isOneTooMany) return sendRefusal(request, reply, turnAway())
    if (mover === null) return
    mover.enter()
    request.admit = (memberId) => (mover.isOf(memberId) ? null : turnAway())
    whenOver(request, reply, () => mover.leave())
  })
  const goInside: GoInside = (request, reply, work) => {
    const call = new InsideCall(request.admit === null ? [all] : [all, moving])
    whenOver(request, reply, () => call.end())
    return askingFor(call, work)
  }
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leaveRoom?.()
    done(null, payload)
  })
  // What is a file is read by its handler, at the pace of a phone.
  app.addHook('preValidation', (request, reply, done) => {
    if (!isWireCall(request) || request.headers['content-type']?.startsWith('multipart/')) return done()
    goInside(request, reply, done)
  })
  return goInside
}

import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database.ts'
import { type Asker, askingFor } from '../gateways/http-client.ts'
import { tokenOf } from '../session/session.ts'
import type { Metrics } from './metrics.ts'
import { refuseOverloaded } from './overload.ts'
import { sendRefusal } from './route.ts'
import { Standing } from './standing.ts'

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

/** How many calls are at work inside. */
class Room {
  atWork = 0
}

/** A call that is inside: at work in its rooms, but for the time that it waits for somebody outside. */
class Call implements Asker {
  readonly #rooms: readonly Room[]
  #asks = 0

  constructor(rooms: readonly Room[]) {
    this.#rooms = rooms
    this.#count(1)
  }

  #count(change: 1 | -1): void {
    for (const room of this.#rooms) room.atWork += change
  }

  goesOut(): void {
    if (this.#asks === 0) this.#count(-1)
    this.#asks += 1
  }

  /** To a room that may be full by now: what is in is never turned out. */
  isBack(): void {
    this.#asks -= 1
    if (this.#asks === 0) this.#count(1)
  }

  end(): void {
    this.#count(-1)
  }
}

/** Calls that move money, by whose they say they are. */
class Movers {
  readonly #inside = new Map<string, number>()

  /** Whose the call is, where it is one of those that are counted. By the token itself: the words around it may be written in many ways. */
  whose({ routeOptions, headers }: FastifyRequest): string | null {
    return routeOptions.config.movesMoney ? tokenOf(headers.authorization) : null
  }

  isFull(whose: string | null): boolean {
    return whose !== null && (this.#inside.get(whose) ?? 0) >= MOST_OF_ONE
  }

  enter(whose: string): void {
    this.#inside.set(whose, (this.#inside.get(whose) ?? 0) + 1)
  }

  leave(whose: string): void {
    const left = (this.#inside.get(whose) ?? 1) - 1
    if (left > 0) this.#inside.set(whose, left)
    else this.#inside.delete(whose)
  }
}

/** Calls `leave` once the call takes nobody's room any more. Whoever hangs up leaves what was begun for them behind, and that goes on. */
function whenOver(request: FastifyRequest, reply: FastifyReply, leave: () => void): void {
  finished(reply.raw, () => {
    if (request.work === null) leave()
    else request.work.then(leave, leave)
  })
}

/**
 * Turns calls away at the door while those inside would already have to wait too long. What has been let in is never turned out: a call that
 * moves money ends as it would without the crowd. Who waits for a provider does not wait for the database, and counts
 * for nothing here; nor does one whose body is still on its way.
 */
export function mountAdmission(app: FastifyInstance, database: Database, metrics: Metrics): void {
  const queue = new Queue(database)
  app.addHook('onClose', async () => queue.stop())
  const movers = new Movers()
  const [all, moving] = [new Room(), new Room()]
  const isTooBusy = (movesMoney: boolean) => {
    if (all.atWork >= MOST_INSIDE || (movesMoney && moving.atWork >= MOST_MOVING)) return true
    const waiting = database.waiting()
    return waiting > MOST_IN_A_WAVE || (waiting > MOST_WAITING_FOR_DATABASE && queue.standsMs > WAVE_MS)
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const whose = movers.whose(request)
    if (isTooBusy(whose !== null) || movers.isFull(whose)) {
      metrics.shed.inc()
      return sendRefusal(request, reply, refuseOverloaded())
    }
    if (whose === null) return
    movers.enter(whose)
    whenOver(request, reply, () => movers.leave(whose))
  })
  // What is a file is read by its handler, at the pace of a phone.
  app.addHook('preValidation', (request, reply, done) => {
    if (!request.url.startsWith('/api/') || request.headers['content-type']?.startsWith('multipart/'))
      return done()
    const call = new Call(movers.whose(request) === null ? [all] : [all, moving])
    whenOver(request, reply, () => call.end())
    askingFor(call, done)
  })
}

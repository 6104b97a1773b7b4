import { firstOfMessage } from '@kapao/chat-view/delivery'
import type { Conversation } from '@kapao/contract/chat'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ConversationEvent, firstConversation, nextConversation } from './conversation.ts'
import { entriesOf } from './entries.ts'
import { HISTORY_PAGE } from './history-page.ts'
import { newestMs } from './timeline.ts'

/** A server and its customer: the socket drops, answers are lost, several messages share one time, pages move while they are read. */
class World {
  readonly stored: Conversation[] = []
  state = firstConversation([])
  clockMs = Date.parse('2026-11-21T10:00:00.000Z')
  isUp = false
  /** What the socket carries and has not delivered. */
  wire: Conversation[] = []
  wrote = 0
  readonly keepsClientId: boolean

  constructor(keepsClientId: boolean) {
    this.keepsClientId = keepsClientId
  }

  do(event: ConversationEvent): void {
    this.state = nextConversation(this.state, event)
  }

  store(sender: string, text: string, clientId?: string): Conversation {
    const before = this.stored.find((one) => clientId !== undefined && one.clientId === clientId)
    if (before) return before
    const message: Conversation = {
      _id: `m${this.stored.length}`,
      ...(clientId !== undefined && this.keepsClientId ? { clientId } : {}),
      sender,
      message: { message_type: 'text', payload: { text } },
      createdAt: new Date(this.clockMs).toISOString(),
      session_id: 's',
      userId: '',
      guestId: 'g',
      username: '',
      name: '',
      deviceToken: '',
    }
    this.stored.push(message)
    if (this.isUp) this.wire.push(message)
    return message
  }

  page(skip: number): Conversation[] {
    return [...this.stored].reverse().slice(skip, skip + HISTORY_PAGE)
  }

  deliver(): void {
    const [first, ...rest] = this.wire
    this.wire = rest
    if (first) this.do({ type: 'came', message: first })
  }

  drop(): void {
    this.isUp = false
    this.wire = []
    this.do({ type: 'disconnected' })
  }

  /** One step of whatever the line waits for. */
  advance(): void {
    const { line, older } = this.state
    if (line.at === 'waiting') this.do({ type: 'retry' })
    if (line.at === 'connecting') this.do({ type: 'connected' })
    if (line.at === 'joining') {
      this.isUp = true
      this.do({ type: 'joined' })
    }
    if (line.at === 'catching-up') this.do({ type: 'page', skip: line.skip, history: this.page(line.skip) })
    if (older.at === 'loading') {
      this.do({ type: 'older-page', skip: older.skip, history: this.page(older.skip) })
    }
  }

  /** Writes a text whose answer may be lost on the way back. */
  write(text: string, answerComes: boolean): void {
    this.wrote += 1
    const clientId = `c${this.wrote}`
    this.do({
      type: 'wrote',
      own: {
        clientId,
        message: { message_type: 'text', payload: { text } },
        writtenAt: new Date(this.clockMs).toISOString(),
        afterMs: newestMs(this.state.timeline) || (this.state.older.at === 'unloaded' ? 0 : 1),
        delivery: firstOfMessage,
      },
    })
    const { createdAt } = this.store('customer', text, clientId)
    this.do({
      type: 'delivery',
      clientId,
      event: answerComes ? { type: 'answered', timestamp: createdAt } : { type: 'no-line' },
    })
  }

  shown(): string[] {
    return this.state.timeline.received.map(({ conversation }) => conversation._id ?? '')
  }

  catchUp(): void {
    if (this.state.line.at === 'live') this.do({ type: 'woke' })
    for (let steps = 0; this.state.line.at !== 'live'; steps += 1) {
      if (steps > 1000) throw new Error('It never goes live')
      this.advance()
    }
    while (this.wire.length > 0) this.deliver()
  }

  scrollToStart(): void {
    for (let steps = 0; this.state.older.at !== 'none'; steps += 1) {
      if (steps > 1000) throw new Error('The start is never reached')
      this.do({ type: 'older-wanted' })
      this.advance()
    }
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('advance' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('agent' as const), count: fc.integer({ min: 1, max: 14 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      text: fc.constantFrom('hello', 'hello', 'thanks'),
      answerComes: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deliver' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drop' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('woke' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('older' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('aside' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tick' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replay' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function play(world: World, one: Step): void {
  if (one.do === 'advance') world.advance()
  if (one.do === 'agent') for (let count = 0; count < one.count; count += 1) world.store('agent', `m${count}`)
  if (one.do === 'write') world.write(one.text, one.answerComes)
  if (one.do === 'deliver') world.deliver()
  if (one.do === 'drop') world.drop()
  if (one.do === 'woke') world.do({ type: 'woke' })
  if (one.do === 'older') world.do({ type: 'older-wanted' })
  if (one.do === 'aside') world.do({ type: 'page', skip: 0, history: world.page(0) })
  if (one.do === 'tick') world.clockMs += 1
  // A server before its restart and after it may both say the same.
  const [again] = world.wire
  if (one.do === 'replay' && again) world.do({ type: 'came', message: again })
}

function expectUnbroken(world: World): void {
  const all = world.stored.map(({ _id }) => _id ?? '')
  const shown = world.shown()
  expect(new Set(shown).size).toBe(shown.length)
  const places = shown.map((id) => all.indexOf(id))
  expect(places).toEqual([...places].sort((one, other) => one - other))
}

test.each([
  ['that keeps the ids of the client', true],
  ['that drops them', false],
])('nothing is lost, doubled or out of order with a server %s', (_name, keepsClientId) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const world = new World(keepsClientId)
      world.catchUp()
      for (const one of steps) {
        play(world, one)
        expectUnbroken(world)
      }
      world.catchUp()
      // As far as it is loaded it has no hole.
      expect(world.shown()).toEqual(
        world.stored.slice(world.stored.length - world.shown().length).map(({ _id }) => _id),
      )
      world.scrollToStart()
      expect(world.shown()).toEqual(world.stored.map(({ _id }) => _id))
      // Every own message came back, so none is shown beside itself.
      expect(entriesOf(world.state.timeline)).toHaveLength(world.stored.length)
    }),
    { numRuns: 300 },
  )
})

/**
 * The chat of one customer, for as long as the page is theirs: keeps the conversation, does what its state asks for, and lives on while
 * nothing of it is drawn, so that an upload goes on and what is new is counted.
 */

import { after } from '@kapao/browser/timers'
import type { ChatButton } from '@kapao/contract/chat'
import { isPageSeen, watchPageLife } from '../../lib/page-life.ts'
import { openSocket, type Socket } from '../../lib/socket.ts'
import {
  type ConversationEvent,
  type ConversationState,
  firstConversation,
  nextConversation,
} from './conversation.ts'
import { type Customer, findCustomer, idOf, isFor, withoutOwnName } from './customer.ts'
import { Desk, type DeskHints } from './desk-hints.ts'
import type { FileProblem } from './file-problem.tsx'
import { fetchHistory, readConversation } from './history-call.ts'
import { HISTORY_PAGE } from './history-page.ts'
import { Joining } from './joining.ts'
import { Outgoing } from './outgoing.ts'
import { Reading } from './reading.ts'
import { savedOutbox, saveOutbox } from './saved.ts'
import { isFromCustomer } from './timeline.ts'
import type { LocalFile } from './uploads.ts'

const RECONNECT_MS = 5000
const TYPED_EVERY_MS = 2000
const SLOW_ACK_MS = 400

export interface ChatView {
  readonly conversation: ConversationState
  readonly unread: number
  readonly desk: DeskHints
}

export class ChatClient {
  readonly #token: string | null
  readonly desk = new Desk((desk) => this.#show({ desk }))
  readonly #outgoing: Outgoing
  readonly #reading = new Reading({
    timeline: () => this.#state.timeline,
    customer: () => this.#customer,
    signal: () => this.#leaving.signal,
    changed: () => this.#show({ unread: this.#reading.unreadIn(this.#state.timeline) }),
  })
  #socket: Socket | null = null
  #leaving = new AbortController()
  #customer: Customer | null = null
  readonly #joining = new Joining()
  #typedAtMs = 0
  #stopRetry = () => {}
  #stopWatching = () => {}
  #view: ChatView
  readonly #listeners = new Set<() => void>()

  constructor(token: string | null) {
    this.#token = token
    this.#view = {
      conversation: firstConversation(savedOutbox(token !== null)),
      unread: 0,
      desk: this.desk.now,
    }
    this.#outgoing = new Outgoing({
      timeline: () => this.#state.timeline,
      isLoaded: () => this.#state.older.at !== 'unloaded',
      dispatch: (event) => this.#dispatch(event),
      customer: () => this.customer(),
      noLine: () => this.#tryAgainLater(),
    })
  }

  get view(): ChatView {
    return this.#view
  }

  get #state(): ConversationState {
    return this.#view.conversation
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  start(): void {
    this.#leaving = new AbortController()
    this.#socket = openSocket(this.#token, {
      up: () => {
        this.#joining.lineIsMade()
        this.#dispatch({ type: 'connected' })
      },
      down: () => this.#dispatch({ type: 'disconnected' }),
      heard: {
        messaging: (raw) => this.#came(raw),
        typing: (raw) => this.desk.types(raw),
        read: (raw) => this.desk.hasRead(raw),
        ended: (raw) => this.desk.hasEnded(raw),
      },
    })
    this.#stopWatching = watchPageLife({
      woke: () => this.#dispatch({ type: 'woke' }),
      changed: () => this.#reading.soon(),
    })
    void this.#connect()
  }

  stop(): void {
    this.#leaving.abort()
    this.#socket?.close()
    this.#stopRetry()
    this.#reading.stop()
    this.desk.wrote()
    this.#stopWatching()
    this.#outgoing.stop()
  }

  write(text: string): void {
    this.#outgoing.write({ message_type: 'text', payload: { text } })
  }

  postback({ title, payload }: ChatButton): void {
    this.#outgoing.write({ message_type: 'postback', payload: { title, payload } })
  }

  attach(file: File): Promise<FileProblem | null> {
    return this.#outgoing.attach(file)
  }

  /** Loads what takes a file, before there is one. */
  prepare(): Promise<void> {
    return this.#outgoing.prepare()
  }

  resend(clientId: string): void {
    this.#outgoing.resend(clientId)
  }

  remove(clientId: string): void {
    this.#outgoing.remove(clientId)
  }

  /** What this phone holds of a file, so that it need not come back from the server to be seen. */
  localFile(key: string): LocalFile | undefined {
    return this.#outgoing.localFile(key)
  }

  save(): void {
    saveOutbox(this.#token !== null, this.#state.timeline.own)
  }

  wantOlder(): void {
    this.#dispatch({ type: 'older-wanted' })
  }

  /** Now, and not when its time comes. */
  retry(): void {
    this.#dispatch({ type: 'retry' })
  }

  /** Whether the other side's newest message is before the customer's eyes, as far as the screen knows. */
  setSeen(isSeen: boolean): void {
    this.#reading.setSeen(isSeen)
  }

  /** The other end may hear that the customer types, now and then. */
  typed(): void {
    if (this.#state.line.at !== 'live' || Date.now() - this.#typedAtMs < TYPED_EVERY_MS) return
    this.#typedAtMs = Date.now()
    this.#socket?.say('typing')
  }

  #show(change: Partial<ChatView>): void {
    this.#view = { ...this.#view, ...change }
    for (const listener of [...this.#listeners]) listener()
  }

  #dispatch(event: ConversationEvent): void {
    if (this.#leaving.signal.aborted) return
    const before = this.#state
    const conversation = nextConversation(before, event)
    if (conversation === before) return
    const { timeline } = conversation
    this.#show({ conversation, unread: this.#reading.unreadIn(timeline) })
    if (timeline.own !== before.timeline.own) this.save()
    if (timeline.received !== before.timeline.received) this.#reading.soon()
    if (conversation.line !== before.line) this.#follow(conversation)
    const { older } = conversation
    if (older !== before.older && older.at === 'loading') void this.#fetchOlder(older.skip)
  }

  /** What the state of the line asks for, once for each time that it is entered. */
  #follow({ line }: ConversationState): void {
    this.#stopRetry()
    switch (line.at) {
      case 'connecting':
        return void this.#connect()
      case 'joining':
        return void this.#join()
      case 'catching-up':
        return void this.#fetchMissed(line.skip)
      case 'live':
        return void this.#outgoing.flush()
      case 'waiting':
        this.#stopRetry = after(RECONNECT_MS, () => this.#dispatch({ type: 'retry' }))
        // What was taken is told by history, so that is waited for where it comes; to send takes none.
        if (line.isJoined) this.#outgoing.flush()
        // The socket may be held back where requests are not.
        else void this.#fetchAside()
        return
      case 'refused':
        this.#socket?.close()
        // Were it the session that ended, this says so to the whole app.
        return void this.#fetch(0)
    }
  }

  /** The socket stands and a request failed all the same: then it is the same as if the line had come back. */
  #tryAgainLater(): void {
    if (this.#state.line.at !== 'live') return
    // Several may have failed: it is tried again once.
    this.#stopRetry()
    this.#stopRetry = after(RECONNECT_MS, () => this.#dispatch({ type: 'woke' }))
  }

  /** Null while that cannot be known. */
  async customer(): Promise<Customer | null> {
    if (this.#customer) return this.#customer
    const found = await findCustomer(this.#token !== null, this.#leaving.signal)
    if (!found) return null
    this.#customer = found
    this.#reading.recall(found)
    return found
  }

  async #connect(): Promise<void> {
    const { line } = this.#state
    const { signal } = this.#leaving
    const knowsRoom = (await this.customer()) !== null && (await this.#joining.knowsRooms(signal))
    if (this.#state.line !== line) return
    if (!knowsRoom) this.#dispatch({ type: 'disconnected' })
    else if (!signal.aborted) this.#socket?.connect()
  }

  async #join(): Promise<void> {
    const { line } = this.#state
    if (!this.#socket || !this.#customer) return
    const { signal } = this.#leaving
    // Some servers never say who is let in: nobody waits for that in front of an empty conversation.
    const stopAside = after(SLOW_ACK_MS, () => void this.#fetchAside())
    const happened = await this.#joining.join(this.#socket, idOf(this.#customer), signal)
    stopAside()
    if (this.#state.line === line) this.#dispatch(happened)
  }

  async #fetch(skip: number) {
    const customer = await this.customer()
    if (!customer) return null
    const page = await fetchHistory(customer, { skip, limit: HISTORY_PAGE, signal: this.#leaving.signal })
    if (!page || skip > 0) return page?.history ?? null
    const { history, unread, readAt, ended } = page
    this.#reading.isCounted(history, unread)
    this.desk.isKnown(readAt, ended)
    return history
  }

  async #fetchMissed(skip: number): Promise<void> {
    const { line } = this.#state
    const history = await this.#fetch(skip)
    if (this.#state.line !== line) return
    this.#dispatch(history ? { type: 'page', skip, history } : { type: 'page-failed' })
  }

  async #fetchAside(): Promise<void> {
    const { line } = this.#state
    const history = navigator.onLine && isPageSeen() ? await this.#fetch(0) : null
    if (!history || this.#state.line !== line) return
    this.#dispatch({ type: 'page', skip: 0, history })
    this.#outgoing.flush()
  }

  async #fetchOlder(skip: number): Promise<void> {
    const history = await this.#fetch(skip)
    this.#dispatch(history ? { type: 'older-page', skip, history } : { type: 'older-failed' })
  }

  #came(raw: unknown): void {
    const message = readConversation(raw, new Date().toISOString())
    if (!this.#customer || !isFor(this.#customer, message)) return
    if (!isFromCustomer(message)) this.desk.wrote()
    this.#dispatch({ type: 'came', message: withoutOwnName(this.#customer, message) })
  }
}

/**
 * The desk's socket: hints that something has changed, never the truth. Whoever shows something subscribes to `connected` too, which
 * comes after every (re)connect and when the page wakes up, and fetches what it may have missed.
 */
import { createListeners, type Listeners } from '@kapao/browser/listeners'
import { every } from '@kapao/browser/timers'
import { deskMe } from '@kapao/contract/desk'
import {
  conversationHint,
  DESK_NAMESPACE,
  messagingHint,
  noteHint,
  sessionsHint,
  typingHint,
} from '@kapao/contract/desk-events'
import { useSyncExternalStore } from 'react'
import { io, type Socket } from 'socket.io-client'
import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { send } from './http.ts'

interface Hints {
  messaging: InferOutput<typeof messagingHint>
  conversation: InferOutput<typeof conversationHint>
  sessions: InferOutput<typeof sessionsHint>
  note: InferOutput<typeof noteHint>
  typing: InferOutput<typeof typingHint>
  canned: null
  connected: null
  /** The line is not there: what is new is asked for without it. */
  aside: null
}

const RECONNECT_AFTER_MS = 5_000
/** A network that lets no socket through may let everything else. */
const ASIDE_EVERY_MS = 12_000
const TYPING_EVERY_MS = 2_000

type Listener<Name extends keyof Hints> = (hint: Hints[Name]) => void
type HintListeners = { readonly [Name in keyof Hints]: Listeners<[hint: Hints[Name]]> }

const listeners: HintListeners = {
  messaging: createListeners(),
  conversation: createListeners(),
  sessions: createListeners(),
  note: createListeners(),
  typing: createListeners(),
  canned: createListeners(),
  connected: createListeners(),
  aside: createListeners(),
}
const [watch, announceChange] = createListeners()
let socket: Socket | null = null
let isUp = false
let typedAtMs = 0
let typedIn = ''

/** Answers how to stop. */
export function onHint<Name extends keyof Hints>(name: Name, listener: Listener<Name>): () => void {
  const [subscribe]: HintListeners[Name] = listeners[name]
  return subscribe(listener)
}

function tell<Name extends keyof Hints>(name: Name, hint: Hints[Name]): void {
  const [, announce]: HintListeners[Name] = listeners[name]
  announce(hint)
}

function setUp(up: boolean): void {
  if (isUp === up) return
  isUp = up
  announceChange()
}

/** Opens the line for as long as somebody is logged in. Answers how to close it. */
export function openLine(): () => void {
  const opened = io(DESK_NAMESPACE, {
    withCredentials: true,
    // Straight to the socket: what begins by requests needs every one of them to come to the same process, which no balancer is asked for.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: RECONNECT_AFTER_MS,
    randomizationFactor: 0.3,
  })
  socket = opened
  opened.on('connect', () => {
    setUp(true)
    tell('connected', null)
  })
  opened.on('disconnect', () => setUp(false))
  // A refusal ends the library's own trying. Asking who we are shows whether it is about us.
  opened.on('connect_error', () => void send(deskMe).catch(() => undefined))
  listen(opened)
  const wake = () => {
    if (document.visibilityState !== 'visible') return
    if (!opened.connected) opened.connect()
    // It may look alive and be dead: what the phone slept through is asked for over HTTP.
    else tell('connected', null)
  }
  const stopTrying = every(RECONNECT_AFTER_MS, () => {
    if (!opened.active && !opened.connected) opened.connect()
  })
  const stopAside = every(ASIDE_EVERY_MS, () => {
    if (!opened.connected && document.visibilityState === 'visible') tell('aside', null)
  })
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  return () => {
    stopTrying()
    stopAside()
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
    opened.disconnect()
    socket = null
    setUp(false)
  }
}

function listen(opened: Socket): void {
  const hear = <Name extends 'messaging' | 'conversation' | 'sessions' | 'note' | 'typing'>(
    name: Name,
    schema: GenericSchema<unknown, Hints[Name]>,
  ) => {
    opened.on(name as string, (hint: unknown) => {
      const parsed = safeParse(schema, hint)
      if (parsed.success) tell(name, parsed.output)
    })
  }
  hear('messaging', messagingHint)
  hear('conversation', conversationHint)
  hear('sessions', sessionsHint)
  hear('note', noteHint)
  hear('typing', typingHint)
  opened.on('canned', () => tell('canned', null))
}

/** Said at most every two seconds to each; nobody misses one that was not heard. */
export function sayTyping(conversationId: string): void {
  if (!isUp || (typedIn === conversationId && performance.now() - typedAtMs < TYPING_EVERY_MS)) return
  typedAtMs = performance.now()
  typedIn = conversationId
  socket?.volatile.emit('typing', { conversationId })
}

export function useLineUp(): boolean {
  return useSyncExternalStore(watch, () => isUp)
}

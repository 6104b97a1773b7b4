import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { persistent, storageKeys } from '../../lib/storage.ts'
import { watchUnread } from './unread-before.ts'

vi.mock('../../lib/page-life.ts', () => ({ isPageSeen: () => true, watchPageLife: () => () => {} }))
const door = vi.hoisted(() => ({ unread: -1 }))
vi.mock('../../lib/chat-door.ts', () => ({
  setChatDoor: ({ unread }: { unread: number }) => {
    door.unread = unread
  },
}))

const GUEST = '7f0b6a52-1f0c-4a55-9a53-0d7f6f1f2a11'
const history = {
  history: [
    {
      sender: 'agent',
      message: { message_type: 'text', payload: { text: 'Hello' } },
      createdAt: '2026-11-02T03:04:05Z',
    },
  ],
}
const createdAt = '2026-11-01T03:04:05Z'
const profile = {
  profile: { _id: 'boun', name: 'Boun', username: '2012345678', coin: 0, createdAt },
  bankAccount: {
    bankCode: 'BCEL',
    bankAccountName: 'Boun',
    bankAccountNo: '1234567',
    bank: { nameTH: 'บีเซล', nameEN: 'BCEL' },
  },
}
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  door.unread = -1
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json(url === '/api/account/profile' ? profile : history)
  })
})
afterEach(() => vi.unstubAllGlobals())

function lastOpenedBy(owner: string): void {
  persistent.set(storageKeys.chatRead, JSON.stringify({ owner, atMs: 0 }))
}

test('a member’s own conversation is counted where they have opened it on this phone', async () => {
  lastOpenedBy('boun')
  watchUnread(true, new AbortController().signal)
  await expect.poll(() => door.unread).toBe(1)
})

test('nobody asks for the conversation of another member who used this phone', async () => {
  lastOpenedBy('anna')
  watchUnread(true, new AbortController().signal)
  await expect.poll(() => asked).toEqual(['/api/account/profile'])
  await new Promise(setImmediate)
  expect(asked).toEqual(['/api/account/profile'])
})

test('a guest’s conversation is counted without a word about who is logged in', async () => {
  persistent.set(storageKeys.guestId, GUEST)
  lastOpenedBy(GUEST)
  watchUnread(false, new AbortController().signal)
  await expect.poll(() => door.unread).toBe(1)
  expect(asked).toEqual(['/api/chat/history'])
})

test('what did not come at once is asked for again', async () => {
  vi.useFakeTimers()
  try {
    lastOpenedBy('boun')
    let isAway = true
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      if (isAway) throw new TypeError('Failed to fetch')
      return Response.json(url === '/api/account/profile' ? profile : history)
    })
    const leaving = new AbortController()
    watchUnread(true, leaving.signal)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toHaveLength(1)
    isAway = false
    await vi.advanceTimersByTimeAsync(13_000)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(door.unread).toBe(1)
    expect(asked).toHaveLength(3)
    leaving.abort()
  } finally {
    vi.useRealTimers()
  }
})

import { afterEach, expect, test, vi } from 'vitest'
import { fetchHistory } from './history-call.ts'

const customer = { userId: 'me', guestId: '', name: 'Somchai', username: 'somchai' }

function said(_id: string, createdAt: string) {
  const message = { message_type: 'text', payload: { text: _id } }
  return { _id, sender: 'agent', message, createdAt, session_id: 's1', userId: 'me', guestId: '' }
}

async function timesOf(history: readonly object[]) {
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async () => Response.json({ history }))
  const { signal } = new AbortController()
  const page = await fetchHistory(customer, { skip: 10, limit: 10, signal })
  return page?.history.map(({ createdAt }) => createdAt)
}

afterEach(() => vi.unstubAllGlobals())

test('a message whose time cannot be read lies beside its neighbours, also as the first of a page', async () => {
  const [later, earlier] = ['2026-11-20T10:00:02.000Z', '2026-11-20T10:00:01.000Z']
  expect(await timesOf([said('m3', 'bad'), said('m2', later), said('x', ''), said('m1', earlier)])).toEqual([
    later,
    later,
    later,
    earlier,
  ])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadAside, loadPageAnew, recoverFromMissingChunks } from './chunk-recovery.ts'

const reload = vi.fn()
const beforeReload = vi.fn()
let remembered: string | null = null

beforeEach(() => {
  const sessionStorage = { setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('window', Object.assign(new EventTarget(), { sessionStorage }))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { reload })
  remembered = null
  recoverFromMissingChunks(
    {
      get: () => remembered,
      set: (value) => {
        remembered = value
      },
    },
    beforeReload,
  )
})

afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockReset()
  beforeReload.mockReset()
})

/** As the build's own helper does: it tells the page before whoever asked. */
async function missing(): Promise<never> {
  await Promise.resolve()
  window.dispatchEvent(new Event('vite:preloadError'))
  throw new Error('Unable to fetch /assets/part.js')
}

/** As what draws it does when it does not come. */
const waitedFor = () => missing().catch(() => loadPageAnew())

test('what somebody waits for and does not come has the page loaded anew, once', async () => {
  await waitedFor()
  await waitedFor()
  expect(reload).toHaveBeenCalledOnce()
})

test('what the page can do without leaves it as it is', async () => {
  expect(await loadAside(missing)).toBeNull()
  expect(reload).not.toHaveBeenCalled()
})

test('what somebody waits for has the page loaded anew also while something else is loaded aside', async () => {
  void loadAside(() => new Promise(() => {}))
  await waitedFor()
  expect(reload).toHaveBeenCalledOnce()
})

test('whoever has something on the page alone is told just before each time that it is loaded anew', async () => {
  beforeReload.mockImplementation(() => expect(reload).not.toHaveBeenCalled())
  await waitedFor()
  await waitedFor()
  expect(beforeReload).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledOnce()
})

test('without a line a reload would only lose the page', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  await waitedFor()
  expect(beforeReload).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
})

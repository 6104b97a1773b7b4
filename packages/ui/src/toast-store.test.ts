import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  currentToasts,
  dismissErrors,
  dismissToast,
  pauseToasts,
  pushToast,
  TOAST_MS,
} from './toast-store.ts'

const texts = () => currentToasts().map((item) => item.text)

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    pauseToasts(false)
    for (const item of currentToasts()) dismissToast(item.id)
    vi.useRealTimers()
  })

  it('leave after four seconds and not before', () => {
    pushToast('success', 'saved')
    vi.advanceTimersByTime(3_999)
    expect(texts()).toEqual(['saved'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it('stay while someone reads, and then have their full time again', () => {
    pushToast('info', 'read me')
    vi.advanceTimersByTime(TOAST_MS - 1)
    pauseToasts(true)
    vi.advanceTimersByTime(TOAST_MS * 10)
    expect(texts()).toEqual(['read me'])
    pauseToasts(false)
    vi.advanceTimersByTime(TOAST_MS - 1)
    expect(texts()).toEqual(['read me'])
    vi.advanceTimersByTime(1)
    expect(texts()).toEqual([])
  })

  it('that say the same are one, with a fresh clock', () => {
    pushToast('error', 'offline')
    vi.advanceTimersByTime(TOAST_MS - 1)
    pushToast('error', 'offline')
    expect(texts()).toEqual(['offline'])
    vi.advanceTimersByTime(TOAST_MS - 1)
    expect(texts()).toEqual(['offline'])
  })

  it('complain once: of the newest try, beside what else was told', () => {
    pushToast('success', 'saved')
    pushToast('error', 'offline')
    pushToast('error', 'too much')
    expect(texts()).toEqual(['saved', 'too much'])
    vi.advanceTimersByTime(TOAST_MS)
    expect(texts()).toEqual([])
  })

  it('complain no longer once something has succeeded, or the complaint is taken back', () => {
    pushToast('info', 'by the way')
    pushToast('error', 'offline')
    pushToast('success', 'saved')
    expect(texts()).toEqual(['by the way', 'saved'])
    pushToast('error', 'offline')
    dismissErrors()
    expect(texts()).toEqual(['by the way', 'saved'])
  })

  it('are three at most: the oldest gives way', () => {
    for (const text of ['one', 'two', 'three', 'four']) pushToast('info', text)
    expect(texts()).toEqual(['two', 'three', 'four'])
  })
})

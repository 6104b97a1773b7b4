import { describe, expect, it } from 'vitest'
import { createScrollLock } from './scroll-lock.ts'

describe('holding the page behind a sheet', () => {
  function setUp() {
    const log: string[] = []
    const lock = createScrollLock({
      hold() {
        log.push('held')
        return () => {
          log.push('free')
        }
      },
    })
    return { log, lock }
  }

  it('holds once for nested sheets and frees with the last', () => {
    const { log, lock } = setUp()
    const outer = lock()
    const inner = lock()
    expect(log).toEqual(['held'])
    inner()
    expect(log).toEqual(['held'])
    outer()
    expect(log).toEqual(['held', 'free'])
  })

  it('frees whichever sheet closes last, not the one that opened first', () => {
    const { log, lock } = setUp()
    const first = lock()
    const second = lock()
    first()
    expect(log).toEqual(['held'])
    second()
    expect(log).toEqual(['held', 'free'])
  })

  it('counts a release that is called twice once', () => {
    const { log, lock } = setUp()
    const one = lock()
    const other = lock()
    one()
    one()
    expect(log).toEqual(['held'])
    other()
    expect(log).toEqual(['held', 'free'])
  })

  it('can hold again after it was freed', () => {
    const { log, lock } = setUp()
    lock()()
    lock()()
    expect(log).toEqual(['held', 'free', 'held', 'free'])
  })
})

import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { PictureTurns, type Sender } from './in-turn.ts'

let turns: PictureTurns
/** The names of those drawn, in their order. */
let drawn: string[]
/** Ends the drawing of the one at work. */
let end: (() => void) | null

beforeEach(() => {
  turns = new PictureTurns()
  drawn = []
  end = null
})

function handIn(sender: Sender, name: string): Promise<string> {
  return turns.take(sender, () => {
    drawn.push(name)
    const { promise, resolve } = Promise.withResolvers<string>()
    end = () => resolve(name)
    return promise
  })
}

const handInMany = (sender: Sender, howMany: number) =>
  Array.from({ length: howMany }, (_, index) => handIn(sender, `${sender} ${index}`))

/** Ends the one at work, and sees the next one begun. */
async function drawOne(): Promise<void> {
  await setImmediate()
  end?.()
  await setImmediate()
}

async function drawAll(howMany: number): Promise<void> {
  for (let index = 0; index < howMany; index += 1) await drawOne()
}

describe('the next to be drawn', () => {
  it('is a slip, although it was handed in behind twenty pictures of guests and as many of members', async () => {
    handInMany('guest', 20)
    handInMany('known', 20)
    handIn('slip', 'the slip')
    await drawOne()
    expect(drawn).toEqual(['guest 0', 'the slip'])
  })

  it('is one of those who are known where no slip waits, and a guest’s where nothing else does', async () => {
    handInMany('guest', 2)
    handInMany('known', 2)
    handInMany('slip', 2)
    await drawAll(5)
    expect(drawn).toEqual(['guest 0', 'slip 0', 'slip 1', 'known 0', 'known 1', 'guest 1'])
  })

  it('is not begun before the one at work has ended, and is begun where that fails', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    const failing = turns.take('known', () => promise)
    const slip = handIn('slip', 'the slip')
    await setImmediate()
    expect(drawn).toEqual([])
    reject(new Error('no picture'))
    await expect(failing).rejects.toThrow('no picture')
    await drawOne()
    expect(await slip).toBe('the slip')
  })
})

describe('a turn that is far off', () => {
  const farOff = () => (['slip', 'known', 'guest'] as const).filter((sender) => turns.isFarOff(sender))

  it('is a guest’s where twenty of guests wait, and not a member’s, and theirs no more when one is drawn', async () => {
    handInMany('guest', 19)
    expect(farOff()).toEqual([])
    handIn('guest', 'the last')
    expect(farOff()).toEqual(['guest'])
    await drawOne()
    expect(farOff()).toEqual([])
  })

  it('is nobody’s where there is room for their share: members leave half of it to slips', () => {
    handInMany('guest', 20)
    handInMany('known', 79)
    expect(farOff()).toEqual(['guest'])
    handIn('known', 'the last')
    expect(farOff()).toEqual(['known', 'guest'])
  })

  it('is everybody’s where two hundred wait', () => {
    handInMany('slip', 199)
    expect(farOff()).toEqual([])
    handIn('slip', 'the last')
    expect(farOff()).toEqual(['slip', 'known', 'guest'])
  })
})

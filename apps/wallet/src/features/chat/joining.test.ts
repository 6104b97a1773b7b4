import { expect, test } from 'vitest'
import { Joining } from './joining.ts'

/** A line whose server answers what it is told to, and what it was asked. */
function lineTo(...answers: unknown[]) {
  const waits: number[] = []
  const ask = (_event: string, _payload: unknown, waitMs: number) => {
    waits.push(waitMs)
    return Promise.resolve(answers.shift() ?? null)
  }
  return { ask, waits }
}

test('a server that never says who is let in lets in all the same', async () => {
  const joining = new Joining()
  const line = lineTo()
  for (let time = 0; time < 3; time += 1) {
    joining.lineIsMade()
    expect(await joining.join(line, 'room')).toEqual({ type: 'joined' })
  }
})

test('a line from before that is silent, of a server that has answered, is made anew', async () => {
  const joining = new Joining()
  const line = lineTo({ ok: true })
  joining.lineIsMade()
  expect(await joining.join(line, 'room')).toEqual({ type: 'joined' })
  expect(await joining.join(line, 'room')).toEqual({ type: 'silent' })
})

test('a server that is slow on a line made this moment is waited for, and left alone for a while where it stays silent', async () => {
  const joining = new Joining()
  const line = lineTo({ ok: true }, { ok: true })
  joining.lineIsMade()
  await joining.join(line, 'room')
  joining.lineIsMade()
  expect(await joining.join(line, 'room')).toEqual({ type: 'joined' })
  joining.lineIsMade()
  expect(await joining.join(line, 'room')).toEqual({ type: 'disconnected' })
  const [first = 0, ...slow] = line.waits
  for (const wait of slow) expect(wait).toBeGreaterThan(first)
})

test('who is not let in is told so for good, or tried again where it passes', async () => {
  const joining = new Joining()
  const line = lineTo({ ok: false, message: 'NOT_ALLOWED' }, { ok: false, message: 'OVERLOADED' }, 'yes')
  expect(await joining.join(line, 'room')).toEqual({ type: 'join-refused', message: 'NOT_ALLOWED' })
  expect(await joining.join(line, 'room')).toEqual({ type: 'disconnected' })
  expect(await joining.join(line, 'room')).toEqual({ type: 'joined' })
})

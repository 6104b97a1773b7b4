import { expect, it } from 'vitest'
import { askingFor, outside } from '../asker.ts'
import { InsideCall, Room } from './room.ts'

/** A call in a room with another one, and somebody outside who answers when told to. */
function enter() {
  const room = new Room()
  new InsideCall([room])
  const call = new InsideCall([room])
  const answers: (() => void)[] = []
  const ask = () =>
    new Promise<void>((resolve) => {
      askingFor(call, () => {
        void outside(() => new Promise<void>((answer) => answers.push(answer))).then(resolve)
      })
    })
  return { room, call, answers, ask }
}

it('a call takes a place in its room, and leaves it in the end', () => {
  const { room, call } = enter()
  expect(room.atWork).toBe(2)
  call.end()
  expect(room.atWork).toBe(1)
})

it('it takes none while it waits for one or several outside', async () => {
  const { room, call, answers, ask } = enter()
  const [first, second] = [ask(), ask()]
  expect(room.atWork).toBe(1)
  answers[0]?.()
  await first
  expect(room.atWork).toBe(1)
  answers[1]?.()
  await second
  expect(room.atWork).toBe(2)
  call.end()
  expect(room.atWork).toBe(1)
})

it('one that ends while it waits outside has left once, and does not come back', async () => {
  const { room, call, answers, ask } = enter()
  const asked = ask()
  call.end()
  expect(room.atWork).toBe(1)
  answers[0]?.()
  await asked
  expect(room.atWork).toBe(1)
})

it('what it has left behind and asks after its end gives nobody a place', async () => {
  const { room, call, answers, ask } = enter()
  call.end()
  const asked = ask()
  expect(room.atWork).toBe(1)
  answers[0]?.()
  await asked
  expect(room.atWork).toBe(1)
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { openOwnProcess } from './own-process.ts'

interface Told {
  readonly order: string
  readonly pid: number
}

/** A process that tells what it was ordered, and dies of "die". */
async function openTeller() {
  const path = join(await temporaryFolder('own-process'), 'teller.ts')
  const answers = new URL('./answer-orders.ts', import.meta.url)
  await writeFile(
    path,
    `import { answerOrders } from ${JSON.stringify(answers.pathname)}
    answerOrders(async ({ order }: { order: string }) =>
      order === 'die' ? process.exit(7) : { order, pid: process.pid })`,
  )
  return openOwnProcess<{ readonly order: string }, Told>(pathToFileURL(path))
}

function pidIn(told: Told | 'overloaded' | null): number {
  if (told === null || told === 'overloaded') throw new Error('the order has no answer')
  return told.pid
}

it('orders that come together are answered one after the other, each with its own', async () => {
  const teller = await openTeller()
  await teller.ask('slip', { order: 'begin' })
  const told = await Promise.all(['a', 'b', 'c'].map((order) => teller.ask('slip', { order })))
  expect(told).toMatchObject([{ order: 'a' }, { order: 'b' }, { order: 'c' }])
  await teller.close('slip')
})

it('an order over which the process ends has no answer, and the next has another process', async () => {
  const teller = await openTeller()
  const before = pidIn(await teller.ask('slip', { order: 'before' }))
  const [died, after] = await Promise.all([
    teller.ask('slip', { order: 'die' }),
    teller.ask('slip', { order: 'after' }),
  ])
  expect(died).toBeNull()
  expect(after).toMatchObject({ order: 'after' })
  expect(pidIn(after)).not.toBe(before)
  await teller.close('slip')
})

it('what is closed ends its process, after all of the sender’s that wait', async () => {
  const teller = await openTeller()
  const asked = teller.ask('slip', { order: 'last' })
  await teller.close('slip')
  const last = await asked
  expect(last).toMatchObject({ order: 'last' })
  expect(() => process.kill(pidIn(last), 0)).toThrow('ESRCH')
})

import { describe, expect, it } from 'vitest'
import { until } from '../../test/chat.ts'
import { Together, Turns } from './together.ts'

type Answer = { readonly asker: number; readonly said: string }

/** Runs that stay open until they are told to end, and what each was asked. */
function openRuns(turns = new Turns(2)) {
  const runs: { readonly columns: readonly (readonly unknown[])[]; end(error?: Error): void }[] = []
  const together = new Together<Answer>(
    (columns) =>
      new Promise((resolve, reject) => {
        const answers = (columns[0] ?? []).map((value, at) => ({
          asker: at + 1,
          said: `to ${String(value)}`,
        }))
        runs.push({ columns, end: (error) => (error ? reject(error) : resolve(answers)) })
      }),
    (error) => error instanceof Error && error.message === 'taken back',
    turns,
  )
  return { runs, together }
}

const asked = () => new Promise((resolve) => setImmediate(resolve))

describe('those who ask for the same at one moment', () => {
  it('are asked for in one run, and each is told their own answer', async () => {
    const { runs, together } = openRuns()
    const answers = Promise.all(['a', 'b', 'c'].map((name) => together.ask([name, 1])))
    await asked()
    expect(runs.map(({ columns }) => columns)).toEqual([
      [
        ['a', 'b', 'c'],
        [1, 1, 1],
      ],
    ])
    runs[0]?.end()
    expect((await answers).map((answer) => answer?.said)).toEqual(['to a', 'to b', 'to c'])
  })

  it('gather while two runs are at work', async () => {
    const { runs, together } = openRuns()
    const answers: Promise<unknown>[] = []
    for (const name of ['a', 'b', 'c', 'd']) {
      answers.push(together.ask([name]))
      await asked()
    }
    expect(runs.map(({ columns }) => columns)).toEqual([[['a']], [['b']]])
    runs[0]?.end()
    await answers[0]
    await asked()
    await asked()
    expect(runs.map(({ columns }) => columns)).toEqual([[['a']], [['b']], [['c', 'd']]])
    runs[1]?.end()
    runs[2]?.end()
    await Promise.all(answers)
  })

  it('are kept apart where they have the same mark', async () => {
    const { runs, together } = openRuns()
    const answers = Promise.all([
      together.ask(['a'], { mark: 1n }),
      together.ask(['b'], { mark: 1n }),
      together.ask(['c'], { mark: 2n }),
    ])
    await asked()
    await asked()
    expect(runs.map(({ columns }) => columns)).toEqual([[['a', 'c']]])
    // The second run that may be at work is not one for somebody who is in the first.
    const more = together.ask(['d'], { mark: 3n })
    await asked()
    await asked()
    expect(runs.map(({ columns }) => columns)).toEqual([[['a', 'c']], [['d']]])
    runs[0]?.end()
    await until(() => runs.length === 3, 'the first has ended')
    expect(runs[2]?.columns).toEqual([['b']])
    for (const { end } of runs) end()
    await Promise.all([answers, more])
  })

  it('go their own way, where they have one, when nobody else asks', async () => {
    const { runs, together } = openRuns()
    const alone = async () => ({ asker: 1, said: 'alone' })
    expect(await together.ask(['a'], { alone })).toMatchObject({ said: 'alone' })
    const answers = Promise.all([together.ask(['a'], { alone }), together.ask(['b'], { alone })])
    await asked()
    runs[0]?.end()
    expect((await answers).map((answer) => answer?.said)).toEqual(['to a', 'to b'])
  })

  it('are tried alone when their run failed and left nothing behind', async () => {
    const { runs, together } = openRuns()
    const answers = Promise.allSettled([together.ask(['a']), together.ask(['b'])])
    await asked()
    runs[0]?.end(new Error('taken back'))
    await asked()
    expect(runs.slice(1).map(({ columns }) => columns)).toEqual([[['a']], [['b']]])
    runs[1]?.end()
    runs[2]?.end(new Error('taken back'))
    const [one, other] = await answers
    expect(one).toMatchObject({ value: { said: 'to a' } })
    expect(other).toMatchObject({ reason: { message: 'taken back' } })
  })

  it('all fail when nobody knows what became of their run', async () => {
    const { runs, together } = openRuns()
    const answers = Promise.allSettled([together.ask(['a']), together.ask(['b'])])
    await asked()
    runs[0]?.end(new Error('the line was cut'))
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(runs).toHaveLength(1)
  })

  it('take turns with those of another statement that would be in their way, and gather meanwhile', async () => {
    const turns = new Turns(1)
    const [one, other] = [openRuns(turns), openRuns(turns)]
    const answers = [one.together.ask(['a'], { mark: 1n }), other.together.ask(['b'], { mark: 1n })]
    await asked()
    answers.push(one.together.ask(['c'], { mark: 1n }), other.together.ask(['d'], { mark: 2n }))
    await asked()
    expect([one.runs.length, other.runs.length]).toEqual([1, 0])
    one.runs[0]?.end()
    await answers[0]
    await asked()
    await asked()
    expect(other.runs.map(({ columns }) => columns)).toEqual([[['b', 'd']]])
    expect(one.runs).toHaveLength(1)
    other.runs[0]?.end()
    await answers[1]
    await asked()
    await asked()
    expect(one.runs.map(({ columns }) => columns)).toEqual([[['a']], [['c']]])
    one.runs[1]?.end()
    await Promise.all(answers)
  })

  it('of another statement wait, too, for whoever is at work on the same rows, and let others go before', async () => {
    const turns = new Turns(2)
    const [one, other] = [openRuns(turns), openRuns(turns)]
    const first = one.together.ask(['a'], { mark: 1n })
    await asked()
    const same = other.together.ask(['b'], { mark: 1n })
    await asked()
    await asked()
    expect(other.runs).toHaveLength(0)
    const next = one.together.ask(['c'], { mark: 2n })
    await asked()
    await asked()
    expect(one.runs.map(({ columns }) => columns)).toEqual([[['a']], [['c']]])
    one.runs[0]?.end()
    await first
    await until(() => other.runs.length === 1, 'its member is free')
    one.runs[1]?.end()
    other.runs[0]?.end()
    await Promise.all([same, next])
  })

  it('are not stuck behind one of theirs that is stuck', async () => {
    const turns = new Turns(1)
    const { runs, together } = openRuns(turns)
    const stuck = together.ask(['a'], { mark: 1n })
    await asked()
    const same = together.ask(['b'], { mark: 1n })
    const other = together.ask(['c'], { mark: 2n })
    await until(() => runs.length === 2, 'the next goes beside it')
    expect(runs[1]?.columns).toEqual([['c']])
    runs[1]?.end()
    await other
    runs[0]?.end()
    await stuck
    await until(() => runs.length === 3, 'its member is free')
    runs[2]?.end()
    expect(await same).toMatchObject({ said: 'to b' })
  })

  it('do not wait for ever for one that does not end', async () => {
    const { runs, together } = openRuns(new Turns(1))
    const stuck = together.ask(['a'])
    await asked()
    const next = together.ask(['b'])
    await until(() => runs.length === 2, 'the next goes beside it')
    runs[1]?.end()
    expect(await next).toMatchObject({ said: 'to b' })
    runs[0]?.end()
    expect(await stuck).toMatchObject({ said: 'to a' })
  })
})

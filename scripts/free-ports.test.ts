import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claimPort, freePort, outgoingPorts, portsApartFrom, portTrouble } from './free-ports.ts'

/** Another process that asks for so many ports, and lives on until its line is cut. */
async function askElsewhere(count: number) {
  const program = `import { freePort } from ${JSON.stringify(join(import.meta.dirname, 'free-ports.ts'))}
    process.on('message', () => {})
    const ports = []
    while (ports.length < ${count}) ports.push(await freePort())
    process.send(ports)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ports = await new Promise<number[]>((resolve, reject) => {
    child.once('message', (message: number[]) => resolve(message))
    child.once('exit', (code, signal) => reject(new Error(`it ended with ${signal ?? `code ${code}`}`)))
  })
  return { child, gone, ports }
}

describe('a free port', () => {
  it('is never given twice, and none is of the range that outgoing connections take theirs from', async () => {
    const { first, last } = portsApartFrom(outgoingPorts())
    const { child, gone, ports } = await askElsewhere(300)
    expect(new Set(ports).size).toBe(300)
    expect(Math.max(...ports)).toBeLessThanOrEqual(last)
    expect(Math.min(...ports)).toBeGreaterThanOrEqual(first)
    child.disconnect()
    await gone
  })

  it('is nobody else’s for as long as the process lives that has it', async () => {
    const { child, gone, ports } = await askElsewhere(1)
    const [theirs = 0] = ports
    expect(claimPort(theirs)).toBe(false)
    child.kill('SIGKILL')
    await gone
    expect(claimPort(theirs)).toBe(true)
    expect(claimPort(theirs)).toBe(false)
  })

  it('is free until something listens there', async () => {
    const port = await freePort()
    expect(await portTrouble(port, '127.0.0.1')).toBeNull()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    expect(await portTrouble(port, '127.0.0.1')).toBe('EADDRINUSE')
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('the ports to draw from', () => {
  it.each([
    ['below those of outgoing connections', { first: 32_768, last: 60_999 }, { first: 15_000, last: 32_767 }],
    [
      'below them also where they begin lower',
      { first: 20_000, last: 65_535 },
      { first: 15_000, last: 19_999 },
    ],
    ['above them where too few lie below', { first: 15_500, last: 60_999 }, { first: 61_000, last: 65_535 }],
    [
      'some of them where nearly all are theirs',
      { first: 1_024, last: 65_535 },
      { first: 15_000, last: 32_767 },
    ],
  ])('are %s', (_, outgoing, drawn) => {
    expect(portsApartFrom(outgoing)).toEqual(drawn)
  })
})

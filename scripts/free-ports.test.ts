import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { freePort, portTrouble } from './free-ports.ts'

describe('a free port', () => {
  it('is never given twice, and none is of the range that outgoing connections take theirs from', async () => {
    const range = '/proc/sys/net/ipv4/ip_local_port_range'
    const first = process.platform === 'linux' ? Number(readFileSync(range, 'utf8').split('\t')[0]) : 32_768
    const ports: number[] = []
    for (let count = 0; count < 300; count += 1) ports.push(await freePort())
    expect(new Set(ports).size).toBe(300)
    expect(Math.max(...ports)).toBeLessThan(first)
    expect(Math.min(...ports)).toBeGreaterThan(1024)
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

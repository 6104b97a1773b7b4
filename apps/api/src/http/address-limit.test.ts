import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../scripts/test-database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { AddressLimit } from './address-limit.ts'
import type { Limits } from './limits.ts'
import { openPostgresLimits } from './postgres-limits.ts'

const PER_MINUTE = 32
const NOON = Date.UTC(2026, 0, 1, 12)

let place: TestDatabase
let database: Database
let limits: Limits
let addresses = 0
beforeAll(async () => {
  place = await createTestDatabase()
  database = openDatabase(place.url, 2)
  limits = openPostgresLimits(database)
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

function newAddress(): string {
  addresses += 1
  return `192.0.2.${addresses}`
}

/** Asks so often; answers how many were too many. */
function ask(limit: AddressLimit, address: string, times: number, atMs = NOON): number {
  return Array.from({ length: times }, () => limit.isTooMany(address, PER_MINUTE, atMs)).filter(Boolean)
    .length
}

describe('the limit of an address', () => {
  it('holds in one process without asking anybody', () => {
    const limit = new AddressLimit(limits)
    expect(ask(limit, newAddress(), 40)).toBe(8)
  })

  it('holds over all processes together once they have told each other', async () => {
    const [one, two, three] = [0, 0, 0].map(() => new AddressLimit(limits))
    if (!one || !two || !three) throw new Error('three processes')
    const address = newAddress()
    expect(ask(one, address, 15) + ask(two, address, 15)).toBe(0)
    await one.exchange()
    await two.exchange()
    // The second knows of 30 by now, the first of its own 15 until it tells again.
    expect(ask(two, address, 4)).toBe(2)
    expect(ask(one, address, 1)).toBe(0)
    await two.exchange()
    await one.exchange()
    expect(ask(one, address, 1)).toBe(1)
    // Who comes to a process that has not heard of it yet is counted there from the next exchange on.
    expect(ask(three, address, 3)).toBe(0)
    await three.exchange()
    expect(ask(three, address, 1)).toBe(1)
  })

  it('counts nobody twice, however often it is told', async () => {
    const limit = new AddressLimit(limits)
    const address = newAddress()
    ask(limit, address, 20)
    for (let times = 0; times < 5; times += 1) await limit.exchange()
    expect(ask(limit, address, 12)).toBe(0)
    await limit.exchange()
    expect(ask(limit, address, 1)).toBe(1)
  })

  it('begins anew with each minute, also for what others have counted', async () => {
    const [one, two] = [new AddressLimit(limits), new AddressLimit(limits)]
    const address = newAddress()
    ask(one, address, 32)
    await one.exchange()
    ask(two, address, 3)
    await two.exchange()
    expect(ask(two, address, 1)).toBe(1)
    expect(ask(two, address, 32, NOON + 60_000)).toBe(0)
  })

  it('goes on by itself while the database is away', async () => {
    const away = new AddressLimit(openPostgresLimits({ query: () => Promise.reject(new Error('away')) }))
    const address = newAddress()
    ask(away, address, 30)
    await expect(away.exchange()).rejects.toThrow('away')
    expect(ask(away, address, 3)).toBe(1)
  })
})

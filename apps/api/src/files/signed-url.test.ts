import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSignedFor, signFileUrl } from './signed-url.ts'

const [old, next, strange] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const name = 'picture.jpg'

function isGood(keys: readonly Buffer[], signedWith: Buffer, lifeS = 60): boolean {
  const address = signFileUrl(signedWith, name, lifeS)
  const { searchParams } = new URL(address, 'http://kapao.example')
  return isSignedFor(keys, name, searchParams.get('expires') ?? '', searchParams.get('signature') ?? '')
}

it('an address is good that another process has signed, with the key before or the next', () => {
  expect(isGood([old, next], next)).toBe(true)
  expect(isGood([next, old], old)).toBe(true)
})

it('it is not under a key that is none of ours, nor after its time', () => {
  expect(isGood([old, next], strange)).toBe(false)
  expect(isGood([old, next], old, -1)).toBe(false)
})

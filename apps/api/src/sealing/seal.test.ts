import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { isOfPresentKey, SealKeys, seal, unseal } from './seal.ts'

const [old, next, strange] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const before = new SealKeys(old)
const prepared = new SealKeys(old, [next])
const changed = new SealKeys(next, [old])
const after = new SealKeys(next)

it.each([
  ['one key', before, before],
  ['one key, by a process that has heard of the next', before, prepared],
  ['one key, by a process that seals with the next', before, changed],
  ['the old key, by a process that seals with the next', prepared, changed],
  ['the next key, by a process that seals with the old one yet', changed, prepared],
  ['the next key, by a process that has forgotten the old one', changed, after],
  ['the next key alone, by a process that still has both', after, changed],
])('opens what was sealed under %s', (_which, sealing, opening) => {
  const sealed = seal(sealing, 'ความลับ')
  expect(sealed.includes('ความลับ')).toBe(false)
  expect(unseal(opening, sealed)).toBe('ความลับ')
})

it.each([
  ['a strange key', new SealKeys(strange), before],
  ['a strange key that it names', new SealKeys(strange, [randomBytes(32)]), changed],
  ['the old key, once that is forgotten', prepared, after],
])('opens nothing that was sealed under %s', (_which, sealing, opening) => {
  expect(() => unseal(opening, seal(sealing, 'secret'))).toThrow('sealed under none of our keys')
})

it.each([before, changed])('opens nothing of which a byte was changed or is missing', (keys) => {
  const sealed = seal(keys, 'secret')
  for (let at = 0; at < sealed.length; at += 1) {
    const other = Buffer.from(sealed)
    other.writeUInt8(other.readUInt8(at) ^ 1, at)
    expect(() => unseal(keys, other)).toThrow()
    expect(() => unseal(keys, sealed.subarray(0, at))).toThrow()
  }
})

it('writes as the release before does while there is one key, which that one reads', () => {
  expect(seal(before, 'secret')).toHaveLength(12 + 'secret'.length + 16)
})

it('knows what the present key has sealed by the name that stands before it', () => {
  expect(isOfPresentKey(changed, seal(changed, 'secret'))).toBe(true)
  expect(isOfPresentKey(changed, seal(prepared, 'secret'))).toBe(false)
  expect(isOfPresentKey(changed, seal(before, 'secret'))).toBe(false)
})

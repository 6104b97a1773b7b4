import { TRUELINK_DEFAULT_SECRET } from '@kapao/contract/truelink'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const own = {
  KAPAO_FEED_SECRET: 'a-feed-secret-of-our-own',
  KAPAO_SEAL_SECRET: 'a-seal-secret-of-our-own',
  KAPAO_TRUELINK_SECRET: 'a-gift-secret-of-our-own',
}
const production = { DATABASE_URL: 'postgresql://nowhere/none', KAPAO_MODE: 'production', ...own }

describe('in production', () => {
  it('starts with secrets of its own', () => {
    expect(readConfig(production)).toMatchObject({
      production: true,
      feedSecret: own.KAPAO_FEED_SECRET,
      truelinkSecret: own.KAPAO_TRUELINK_SECRET,
    })
  })

  const known = {
    KAPAO_FEED_SECRET: 'kapao-feed',
    KAPAO_SEAL_SECRET: 'kapao-seal',
    KAPAO_TRUELINK_SECRET: TRUELINK_DEFAULT_SECRET,
  }
  it.each(Object.entries(known))(
    'refuses %s when it is missing, empty or the one of the sources',
    (name, value) => {
      for (const left of [undefined, '', value]) {
        expect(() => readConfig({ ...production, [name]: left })).toThrow(
          `${name} must be set to a secret of your own in production`,
        )
      }
    },
  )

  it.each([...Object.keys(known), 'KAPAO_GATEWAY_SECRET'])('refuses a %s that can be guessed', (name) => {
    expect(() => readConfig({ ...production, [name]: 'fifteen-letters' })).toThrow(
      `${name} must have 16 characters or more in production`,
    )
  })
})

describe('while the seal secret is replaced', () => {
  const next = { ...production, KAPAO_SEAL_SECRET: 'the-next-seal-secret' }
  const old = own.KAPAO_SEAL_SECRET

  it('gifts keep the secret under which they were taken', () => {
    const before = readConfig(production)
    const after = readConfig({ ...next, KAPAO_SEAL_SECRET_OTHER: old, KAPAO_GIFT_SECRET: old })
    expect(after.giftKey).toEqual(before.giftKey)
    expect(after.sealKeys.all).toEqual([after.sealKeys.present, before.sealKeys.present])
  })

  it('starts with no other seal secret before it is told which one is the gifts’', () => {
    expect(() => readConfig({ ...next, KAPAO_SEAL_SECRET_OTHER: old })).toThrow(
      'KAPAO_GIFT_SECRET must be set where KAPAO_SEAL_SECRET_OTHER is',
    )
  })

  it('refuses another seal secret that is the same', () => {
    const same = { KAPAO_SEAL_SECRET_OTHER: old, KAPAO_GIFT_SECRET: old }
    expect(() => readConfig({ ...production, ...same })).toThrow('KAPAO_SEAL_SECRET_OTHER is the same')
  })

  it('refuses a secret of the gifts that can be guessed', () => {
    expect(() => readConfig({ ...production, KAPAO_GIFT_SECRET: 'fifteen-letters' })).toThrow(
      'KAPAO_GIFT_SECRET must have 16 characters or more in production',
    )
  })
})

it('elsewhere the secrets that everybody knows will do', () => {
  expect(readConfig({ DATABASE_URL: 'postgresql://nowhere/none' })).toMatchObject({
    production: false,
    feedSecret: 'kapao-feed',
  })
})

it.each([
  [undefined, false],
  ['', false],
  ['required', true],
])('a second factor of %s is required of staff: %s', (value, staffNeedSecondFactor) => {
  const environment = { DATABASE_URL: 'postgresql://nowhere/none', KAPAO_STAFF_SECOND_FACTOR: value }
  expect(readConfig(environment)).toMatchObject({ staffNeedSecondFactor })
})

it('what is no setting of the second factor is refused, not taken for none', () => {
  const environment = { DATABASE_URL: 'postgresql://nowhere/none', KAPAO_STAFF_SECOND_FACTOR: 'yes' }
  expect(() => readConfig(environment)).toThrow('KAPAO_STAFF_SECOND_FACTOR is required or nothing, not yes')
})

import { TRUELINK_DEFAULT_SECRET } from '@kapao/contract/truelink'
import { describe, expect, it } from 'vitest'
import { readConfig, readSealKeys } from './config.ts'

const own = {
  KAPAO_FEED_SECRET: 'a-feed-secret-of-our-own',
  KAPAO_SEAL_SECRET: 'a-seal-secret-of-our-own',
  KAPAO_TRUELINK_SECRET: 'a-gift-secret-of-our-own',
  KAPAO_GATEWAY_URL: 'https://adapters.example',
}
const production = { DATABASE_URL: 'postgresql://nowhere/none', KAPAO_MODE: 'production', ...own }

describe('in production', () => {
  it('starts with secrets of its own', () => {
    expect(readConfig(production)).toMatchObject({
      production: true,
      feedSecret: own.KAPAO_FEED_SECRET,
      truelinkSecrets: [own.KAPAO_TRUELINK_SECRET],
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

it('a region that was left empty is not set', () => {
  const regions = [undefined, '', 'th', 'la'].map(
    (region) => readConfig({ ...production, KAPAO_REGION: region }).region,
  )
  expect(regions).toEqual(['th', 'th', 'th', 'la'])
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

  it('the other one is judged as it is', () => {
    const withOther = (other: string) =>
      readConfig({ ...next, KAPAO_SEAL_SECRET_OTHER: other, KAPAO_GIFT_SECRET: old })
    expect(() => withOther('kapao-seal')).toThrow(
      'KAPAO_SEAL_SECRET_OTHER must be set to a secret of your own in production',
    )
    expect(() => withOther('fifteen-letters')).toThrow(
      'KAPAO_SEAL_SECRET_OTHER must have 16 characters or more in production',
    )
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

describe('while the secret of gift links is replaced', () => {
  const name = 'KAPAO_TRUELINK_SECRET_OTHER'

  it('links under both are opened, and then under one alone', () => {
    const [present, other] = [own.KAPAO_TRUELINK_SECRET, 'a-gift-secret-of-before']
    expect(readConfig({ ...production, [name]: other }).truelinkSecrets).toEqual([present, other])
    for (const none of [undefined, ''])
      expect(readConfig({ ...production, [name]: none }).truelinkSecrets).toEqual([present])
  })

  it('refuses another one that is the same, or can be guessed', () => {
    expect(() => readConfig({ ...production, [name]: own.KAPAO_TRUELINK_SECRET })).toThrow(
      `${name} is the same`,
    )
    expect(() => readConfig({ ...production, [name]: 'fifteen-letters' })).toThrow(
      `${name} must have 16 characters or more in production`,
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

describe('a setting that is none', () => {
  const read = (setting: object) => readConfig({ DATABASE_URL: 'postgresql://nowhere/none', ...setting })

  it.each(['Production', 'PRODUCTION', 'bogus', 'production ', 'development'])(
    'of the mode is refused, not taken for a try: %s',
    (mode) => {
      expect(() => read({ KAPAO_MODE: mode, ...own })).toThrow(
        `KAPAO_MODE is production or nothing, not ${mode}`,
      )
      // The programs of the shell ask for the keys alone.
      expect(() => readSealKeys({ KAPAO_MODE: mode })).toThrow('KAPAO_MODE is production or nothing')
    },
  )

  it('of TLS inside is refused, wherever the addresses lead', () => {
    expect(() => read({ DATABASE_URL: 'postgres://127.0.0.1/kapao', KAPAO_INNER_TLS: 'yes' })).toThrow(
      'KAPAO_INNER_TLS is required or nothing, not yes',
    )
  })

  it('of the log is refused by its name', () => {
    expect(() => read({ KAPAO_LOG_LEVEL: 'loud' })).toThrow('KAPAO_LOG_LEVEL is one of trace, debug, info')
  })

  it('of the balancers is refused by its name', () => {
    expect(() => read({ KAPAO_TRUSTED_PROXIES: '10.0.0.0/8, balancer' })).toThrow(
      'KAPAO_TRUSTED_PROXIES are addresses or networks with commas between; not balancer',
    )
  })

  it.each([
    [
      'KAPAO_CONNECTIONS',
      'a whole number from 10 to 100000',
      ['0', '-1', '9', '100001', '1e4', '15_000', ' '],
    ],
    ['KAPAO_DATABASE_CONNECTIONS', 'a whole number from 2 to 1000', ['0', '1', '-20', '1001', '0x10']],
    ['KAPAO_DRAIN_SECONDS', 'a whole number from 0 to 3600', ['-1', '3601', '0.5', '10s']],
    ['PORT', 'a whole number from 0 to 65535', ['65536', '80.5', ' ', '0x50', '-1', 'http']],
    ['SANDBOX_PORT', 'a whole number from 0 to 65535', ['65536', 'sandbox']],
  ])('of %s is refused by its name, and what is allowed: %s', (name, allowed, senseless) => {
    for (const text of senseless)
      expect(() => read({ [name]: text })).toThrow(`${name} is ${allowed}; not ${text}`)
  })

  it.each([
    ['KAPAO_GATEWAY_URL', 'http:// or https://'],
    ['KAPAO_S3_ENDPOINT', 'http:// or https://'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http:// or https://'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http:// or https://'],
    ['REDIS_URL', 'redis:// or rediss://'],
  ])('of the address %s is refused by its name, and never repeated', (name, schemes) => {
    for (const text of [
      'host.example',
      'ftp://u:p@host.example',
      'http:/host.example',
      'redis://:p@ss:word',
      'http://',
    ])
      expect(() => read({ [name]: text })).toThrow(
        new Error(`${name} begins with ${schemes} and names a host`),
      )
  })

  it('of the adapters is taken without the slash at its end, which would ask for other calls', () => {
    const address = (text: string) => read({ KAPAO_GATEWAY_URL: text }).gatewayUrl
    expect(address('https://adapters.example/')).toBe('https://adapters.example')
    expect(address('https://adapters.example/v1//')).toBe('https://adapters.example/v1')
  })

  it.each(['KAPAO_GATEWAY_URL', 'KAPAO_S3_ENDPOINT'])(
    'of %s that would not stand before a path is refused, and not repeated',
    (name) => {
      for (const text of [
        'https://op:word@host.example',
        'https://host.example/?a=b',
        'https://host.example#a',
      ])
        expect(() => read({ [name]: text })).toThrow(
          new Error(`${name} is a host and a path: without a user, a password, ? and #`),
        )
    },
  )

  it('of Redis has the number of a database or none', () => {
    expect(read({ REDIS_URL: 'redis://host.example:6379/2' }).redisUrl).toBe('redis://host.example:6379/2')
    expect(() => read({ REDIS_URL: 'redis://:word@host.example/abc' })).toThrow(
      new Error('REDIS_URL ends with the host and its port, or with / and the number of a database'),
    )
  })

  it('of a bucket without its address is refused, not taken for the folder', () => {
    expect(() => read({ KAPAO_S3_BUCKET: 'kapao' })).toThrow(
      'KAPAO_S3_ENDPOINT must be set where KAPAO_S3_BUCKET is',
    )
  })

  it.each([
    'wallet.example',
    '*',
    'null',
    'https://wallet.example/',
    'https://Wallet.example',
    'https://*.example',
  ])('of the other wallets is refused by its name: %s', (origin) => {
    expect(() => read({ KAPAO_ALLOWED_ORIGINS: `https://a.example, ${origin}` })).toThrow(
      `KAPAO_ALLOWED_ORIGINS are origins such as https://wallet.example with commas between; not ${origin}`,
    )
  })

  it.each([
    "'self'; script-src *",
    "'self', script-src *",
    "'self'\nX-Header: 1",
    'https://a.example\r\n',
    "'none' https://a.example",
    "'unsafe-inline'",
    'self',
    'none',
    'https://',
    'https://a.example?who=me',
    'https://a_b.example',
    'https://*example',
    ' ',
  ])('of the frames is refused by its name: %j', (text) => {
    expect(() => read({ KAPAO_FRAME_ANCESTORS: text })).toThrow(/^KAPAO_FRAME_ANCESTORS is 'none', or/)
  })
})

it.each([
  ['', "'self'"],
  ["'none'", "'none'"],
  ["'self'  https://a.example", "'self' https://a.example"],
  [
    'https: *.example:* http://localhost:3000 b.example/',
    'https: *.example:* http://localhost:3000 b.example/',
  ],
  ['*', '*'],
])('the frames of %j are %j', (text, frameAncestors) => {
  const environment = { DATABASE_URL: 'postgresql://nowhere/none', KAPAO_FRAME_ANCESTORS: text }
  expect(readConfig(environment)).toMatchObject({ frameAncestors })
})

it('takes origins of sites and of apps', () => {
  const origins = ['https://wallet.example', 'http://localhost:5173', 'capacitor://localhost']
  const environment = { DATABASE_URL: 'postgresql://nowhere/none', KAPAO_ALLOWED_ORIGINS: origins.join(', ') }
  expect(readConfig(environment)).toMatchObject({ allowedOrigins: origins })
})

it('what is set to nothing is as it would be without', () => {
  const names = [
    'PORT',
    'HOST',
    'KAPAO_CONNECTIONS',
    'KAPAO_FILES',
    'KAPAO_DATA',
    'KAPAO_WALLET_FOLDER',
    'REDIS_URL',
  ]
  const nothing = Object.fromEntries(names.map((name) => [name, '']))
  const environment = { DATABASE_URL: 'postgresql://nowhere/none' }
  expect(readConfig({ ...environment, ...nothing })).toEqual(readConfig(environment))
})

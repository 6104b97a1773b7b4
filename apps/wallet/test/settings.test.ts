import { resolveConfig } from 'vite'
import { expect, it } from 'vitest'
import { ownTruelinkSecret, readRegion, readTruelinkSecret } from '../vite-settings.ts'

it('a build is of a region that there is, of Thailand where none is named', () => {
  expect([undefined, '', 'th', 'la'].map((name) => readRegion({ KAPAO_REGION: name }))).toEqual([
    'th',
    'th',
    'th',
    'la',
  ])
  expect(() => readRegion({ KAPAO_REGION: 'LA' })).toThrow('KAPAO_REGION is th or la, not LA')
})

it('a build for a server seals gift links under its secret, and is refused where none is named', async () => {
  const resolve = (environment: NodeJS.ProcessEnv, command: 'build' | 'serve') =>
    resolveConfig(
      { configFile: false, plugins: [ownTruelinkSecret(readTruelinkSecret(environment))] },
      command,
    )
  for (const none of [{}, { KAPAO_TRUELINK_SECRET: '', VITE_KAPAO_TRUELINK_SECRET: '' }])
    await expect(resolve(none, 'build')).rejects.toThrow('KAPAO_TRUELINK_SECRET is not set.')
  const named = { KAPAO_TRUELINK_SECRET: 'a-gift-secret-of-our-own', VITE_KAPAO_TRUELINK_SECRET: '' }
  expect(readTruelinkSecret(named)).toBe('a-gift-secret-of-our-own')
  await resolve(named, 'build')
  // While it is worked at, it speaks to a server of this machine.
  await resolve({}, 'serve')
})

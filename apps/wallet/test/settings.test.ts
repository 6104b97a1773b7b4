import { createLogger, resolveConfig } from 'vite'
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

it('a build for a server seals gift links under its secret, and says so where none is named', async () => {
  const told: string[] = []
  const customLogger = { ...createLogger(), warn: (line: string) => told.push(line) }
  const resolve = (environment: NodeJS.ProcessEnv, command: 'build' | 'serve') => {
    const plugins = [ownTruelinkSecret(readTruelinkSecret(environment))]
    return resolveConfig({ configFile: false, customLogger, plugins }, command)
  }
  const named = { KAPAO_TRUELINK_SECRET: 'a-gift-secret-of-our-own', VITE_KAPAO_TRUELINK_SECRET: '' }
  expect(readTruelinkSecret(named)).toBe('a-gift-secret-of-our-own')
  await resolve(named, 'build')
  // While it is worked at, it speaks to a server of this machine.
  await resolve({}, 'serve')
  expect(told).toEqual([])
  for (const none of [{}, { KAPAO_TRUELINK_SECRET: '', VITE_KAPAO_TRUELINK_SECRET: '' }])
    await resolve(none, 'build')
  expect(told).toHaveLength(2)
  expect(told[0]).toMatch(/^KAPAO_TRUELINK_SECRET is not set/)
})

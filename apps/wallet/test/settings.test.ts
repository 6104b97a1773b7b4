import { expect, it } from 'vitest'
import { readRegion } from '../vite-settings.ts'

it('a build is of a region that there is, of Thailand where none is named', () => {
  expect([undefined, '', 'th', 'la'].map((name) => readRegion({ KAPAO_REGION: name }))).toEqual([
    'th',
    'th',
    'th',
    'la',
  ])
  expect(() => readRegion({ KAPAO_REGION: 'LA' })).toThrow('KAPAO_REGION is th or la, not LA')
})

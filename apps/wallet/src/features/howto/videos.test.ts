import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@kapao/browser/locale'
import { describe, expect, it } from 'vitest'
import { topics, videoOf } from './videos.ts'

const publicFolder = join(import.meta.dirname, '..', '..', '..', 'public')
const wordsOf = (locale: string, feature = 'howto'): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', feature, `texts.${locale}.json`), 'utf8'))

describe.each(locales)('the films in %s', (locale) => {
  it.each(topics)('%s is small enough for a phone, and has its first picture', (topic) => {
    const { film, poster } = videoOf(locale, topic)
    expect(statSync(join(publicFolder, film)).size).toBeLessThan(1_500_000)
    // An MP4 whose table of contents comes first begins to play before it is here.
    const bytes = readFileSync(join(publicFolder, film))
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect(readFileSync(join(publicFolder, poster)).subarray(0, 3).toString('hex')).toBe('ffd8ff')
  })

  it.each(topics)('%s says what the page below it says', (topic) => {
    const words = wordsOf(locale)
    // The build keeps the syllables of a Lao word, and a number and its unit, on one line, as on the page.
    const captions = readFileSync(join(publicFolder, videoOf(locale, topic).captions), 'utf8')
      .replaceAll('\u2060', '')
      .replaceAll('\u00a0', ' ')
    expect(captions).toMatch(/^WEBVTT\n/)
    for (const step of [1, 2, 3]) expect(captions).toContain(words[`${topic}-${step}`])
  })
})

describe.each(locales)('the steps in %s', (locale) => {
  it.each([
    ['wallet-1', 'home', 'deposit'],
    ['wallet-1', 'deposit', 'way-bank'],
    ['game-3', 'games', 'enter'],
    ['balance-2', 'home', 'check'],
  ])('%s says what is on the screen: %s.%s', (step, feature, key) => {
    expect(wordsOf(locale)[step]?.toLowerCase()).toContain(wordsOf(locale, feature)[key]?.toLowerCase())
  })

  it('name no way to pay that this member may not have', () => {
    expect(wordsOf(locale)['wallet-1']).not.toMatch(/gift|ลิงก์|ລິ້ງ/)
  })
})

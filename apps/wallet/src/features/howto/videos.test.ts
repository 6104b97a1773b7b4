import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from '@kapao/browser/locale'
import { describe, expect, it } from 'vitest'
import { topics, videoOf } from './videos.ts'

const publicFolder = join(import.meta.dirname, '..', '..', '..', 'public')
const wordsOf = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `texts.${locale}.json`), 'utf8'))

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
    // The build keeps the syllables of a Lao word on one line, as on the page.
    const captions = readFileSync(join(publicFolder, videoOf(locale, topic).captions), 'utf8').replaceAll(
      '\u2060',
      '',
    )
    expect(captions).toMatch(/^WEBVTT\n/)
    for (const step of [1, 2, 3]) expect(captions).toContain(words[`${topic}-${step}`])
  })
})

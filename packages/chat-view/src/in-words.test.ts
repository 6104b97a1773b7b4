import { describe, expect, test } from 'vitest'
import { inWords, type WordsFor } from './in-words.ts'

const wordsFor: WordsFor = (what) => `<${what}>`
const say = (message_type: string, payload: object) => inWords({ message_type, payload }, wordsFor)

describe('a message in a line of words', () => {
  test('is its own text, where it has one', () => {
    expect(say('text', { text: 'hello' })).toBe('hello')
    expect(say('postback', { title: 'My balance', payload: 'BALANCE' })).toBe('My balance')
  })

  test('is what came with a file, or what kind of file it is', () => {
    const media = { url: false, fileType: 'image', filePath: '/files/a.png' }
    expect(say('media', { ...media, message: 'my slip' })).toBe('my slip')
    expect(say('media', { ...media, message: ' ' })).toBe('<image>')
    expect(say('media', { ...media, fileType: 'video', message: '' })).toBe('<video>')
  })

  test('is the title of each card', () => {
    const card = (title: string) => ({ title, subtitle: '', image_url: '', buttons: [] })
    expect(say('generic', { elements: [card('One'), card('Two')] })).toBe('One, Two')
  })

  test('of a kind that is not known is said to be so', () => {
    expect(say('hologram', {})).toBe('<unsupported>')
  })
})

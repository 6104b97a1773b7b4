import { afterEach, expect, test, vi } from 'vitest'
import { createTexts, type TextGroup } from './texts.ts'

/** A page that brings these texts itself, by the group and the language. */
function open(inPage: Readonly<Record<string, string>>) {
  vi.stubGlobal('document', {
    documentElement: { lang: '' },
    querySelector: (selector: string) => {
      const textContent = inPage[/data-texts="([^"]*)"/.exec(selector)?.[1] ?? '']
      return textContent === undefined ? null : { textContent }
    },
  })
  const fetched: string[] = []
  const from = (locale: string) => () => {
    fetched.push(locale)
    return Promise.resolve({ default: { [`base.${locale}`]: [locale] } })
  }
  const group: TextGroup = { name: 'base', th: from('th'), la: from('la'), en: from('en') }
  const texts = createTexts<string>({ initial: 'th', remember: () => undefined })
  return { group, texts, fetched }
}

afterEach(() => vi.unstubAllGlobals())

test('texts that the page brings itself are asked for nowhere, and those of another language are', async () => {
  const { group, texts, fetched } = open({ 'base/th': '{"base.th":["here"]}' })
  await texts.loadTexts(group)
  expect(fetched).toEqual([])
  expect(texts.isTextKey('base.th')).toBe(true)
  await texts.switchLocale('en')
  expect(fetched).toEqual(['en'])
  expect(texts.isTextKey('base.en')).toBe(true)
})

test('a page that brings another group’s texts, or none, has its own from their file', async () => {
  const { group, texts, fetched } = open({ 'member/th': '{"member.th":["here"]}' })
  await texts.loadTexts(group)
  expect(fetched).toEqual(['th'])
})

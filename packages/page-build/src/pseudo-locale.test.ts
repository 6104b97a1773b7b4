import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { pseudoText } from './pseudo-locale.ts'
import { readTexts, textSources } from './text-files.ts'

test.each([
  ['Deposit', '[Ðééþööšîîţ]'],
  ['', '[]'],
  ['{page} / {pages}', '[{page} / {pages}]'],
  ['Minimum {amount} {currency}', '[Ɱîîñîîɱûûɱ {amount} {currency}]'],
  ["Don''t", "[Ðööññ''ţţ]"],
  ["Write '{name}' here", "[Ŵŕîîţéé '{name}' ħééŕéé]"],
  [
    '{n, plural, one {# coin} other {# coins}} left',
    '[{n, plural, one {# çööîîñ} other {# çööîîñš}} ļééƒţţ]',
  ],
])('%s becomes %s', (english, pseudo) => {
  expect(pseudoText(english)).toBe(pseudo)
})

const apps = join(import.meta.dirname, '..', '..', '..', 'apps')

test.each(['wallet', 'desk'])('every text of the %s stays one that compiles, two fifths longer', (app) => {
  const bare = (text: string) => text.replace(/\{[^{}]*\}/g, '').replace(/[^\p{L}]/gu, '')
  for (const { files } of textSources(join(apps, app, 'src'))) {
    for (const [key, english] of readTexts(files.en)) {
      const pseudo = pseudoText(english)
      expect(() => compileMessageOrThrow(pseudo), key).not.toThrow()
      if (english.includes('plural')) continue
      expect(bare(pseudo).length, key).toBeGreaterThanOrEqual(bare(english).length * 1.4)
      expect(pseudo.match(/\{\w+\}/g), key).toEqual(english.match(/\{\w+\}/g))
    }
  }
})

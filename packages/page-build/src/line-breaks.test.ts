import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTexts, type TextLocale, textSources } from './text-files.ts'
import { joinAmounts, joinWords, wholeWords } from './whole-words.ts'

// Browsers break Thai and Lao lines by the same dictionaries of ICU that tell words apart here.
const apps = join(import.meta.dirname, '..', '..', '..', 'apps')

function textsIn(locale: TextLocale): string[] {
  return ['wallet', 'desk']
    .flatMap((app) => textSources(join(apps, app, 'src')))
    .flatMap(({ files }) => [...readTexts(files[locale]).values()])
}

/** What our own operator starts with, as it is told to the wallet (apps/api/src/operator/seed.ts), line by line. */
function regionLines(region: 'th' | 'la'): string[] {
  const lines = readFileSync(join(apps, 'api', 'regions', `${region}.yaml`), 'utf8').split('\n')
  const told = lines.filter((line) => !line.startsWith('#'))
  return told.map((line) => joinWords(joinAmounts(line), region))
}

const shownIn = (locale: 'th' | 'la') => [...textsIn(locale), ...regionLines(locale)]

/** What may begin a line, with the line before. */
function lineStarts(text: string, language: string): { before: string; start: string }[] {
  const parts = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)]
  return parts.flatMap(({ segment, index }) => {
    // No line ends before or after a word joiner.
    const isJoined = segment.startsWith('\u2060') || text[index - 1] === '\u2060'
    return index === 0 || isJoined ? [] : [{ before: text.slice(0, index), start: segment }]
  })
}

describe('in Lao', () => {
  test('the dictionary would strand the last consonant of a word that it does not know', () => {
    expect(lineStarts('ໂຫຼດ', 'lo')).toEqual([{ before: 'ໂຫຼ', start: 'ດ' }])
    expect(lineStarts(joinWords('ໂຫຼດ', 'la'), 'lo')).toEqual([])
  })

  test('no line begins with a lone consonant, or ends with a vowel that wants one', () => {
    const broken = shownIn('la').flatMap((text) =>
      lineStarts(text, 'lo').filter(
        ({ before, start }) => /^[\u0e81-\u0eae]$/.test(start) || /[\u0ec0-\u0ec4]$/.test(before),
      ),
    )
    expect(broken).toEqual([])
  })

  test('words that came from abroad stay whole', () => {
    const beginnings = /(ໂບ|ໂປຣ|ອັບ|ວິ|ອິນ|ເຕີ|ເຄຣ|ຄາ|ສິ|ແບນ|ເວີ|ສະ|ກຳ|ບຣາວ)$/
    const rests = /^(ນັດ|ໂມ|ຊັນ|ໄຟລ໌|ເດດ|ໂຫຼ|ດີ|ໂອ|ເນັດ|ດິດ|ໂນ|ເນີ|ລັອດ|ລັງ|ເຊີ)/
    const broken = shownIn('la').flatMap((text) =>
      lineStarts(text, 'lo').filter(({ before, start }) => beginnings.test(before) && rests.test(start)),
    )
    expect(broken).toEqual([])
  })

  test('no line begins with what can be', () => {
    expect(lineStarts('ລອງໃໝ່ໄດ້', 'lo').map(({ start }) => start)).toContain('ໄດ້')
    const broken = shownIn('la').flatMap((text) =>
      lineStarts(text, 'lo').filter(
        ({ before, start }) => /\S$/.test(before) && (start === 'ໄດ້' || /^ບໍ່ໄດ້/.test(start)),
      ),
    )
    expect(broken).toEqual([])
  })

  test('no line begins in the middle of a password, a secret or a phone number, of whose the money is, or of what is tried again', () => {
    const broken = shownIn('la').flatMap((text) =>
      lineStarts(text, 'lo').filter(
        ({ before, start }) =>
          (/ລະຫັດ$/.test(before.replaceAll('\u2060', '')) && start === 'ຜ່ານ') ||
          (/ຄວາມ$/.test(before) && start === 'ລັບ') ||
          (/ເບີ$/.test(before) && start === 'ໂທລະສັບ') ||
          (/ຕ່າງ$/.test(before) && start === 'ປະເທດ') ||
          (/(ຂອງ|ເງິນຂອງ)$/.test(before) && start === 'ທ່ານ') ||
          (/(ເງິນ|ຍອດ)$/.test(before) && start === 'ຂອງທ່ານ') ||
          (/ລອງ$/.test(before) && start === 'ໃໝ່') ||
          (/(ຢູ່|ເກມ)$/.test(before) && start === 'ຄົບ'),
      ),
    )
    expect(broken).toEqual([])
  })

  test('no line begins in the middle of how often something may be had, or of what goes on', () => {
    const broken = shownIn('la').flatMap((text) =>
      lineStarts(text, 'lo').filter(
        ({ before, start }) =>
          (/(ມື້|ອາທິດ|ຄັ້ງ)$/.test(before) && start === 'ລະ') ||
          (/ຄັ້ງ$/.test(before) && start === 'ດຽວ') ||
          (/ເລກ$/.test(before) && start === 'ທົດສະ') ||
          (/ກຳ\u2060ລັງ$/.test(before) && start === 'ດຳເນີນ'),
      ),
    )
    expect(broken).toEqual([])
  })

  test('am is one sign, and the order of marks is the one that fonts know', () => {
    // ນິກຄະຫິດ and ສະຫຼະ ອາ side by side look like ຳ, but are not found by who looks for it.
    expect(shownIn('la').filter((text) => /\u0ecd\u0eb2/.test(text))).toEqual([])
    expect(shownIn('la').filter((text) => /[\u0ec8-\u0ecb][\u0eb4-\u0eb9\u0ebb\u0ebc]/.test(text))).toEqual(
      [],
    )
  })
})

describe('in Thai', () => {
  test('the dictionary would strand the last consonant of a promotion, and the word that asks politely', () => {
    expect(lineStarts('รหัสโปรโมชั่นก่อนฝาก', 'th').map(({ start }) => start)).toContain('นก่อน')
    expect(lineStarts(joinWords('โปรโมชั่น', 'th'), 'th')).toEqual([])
    expect(lineStarts(joinWords('กรุณารอ', 'th'), 'th')).toEqual([])
  })

  test('no line begins with a lone consonant, or in the middle of a word of money', () => {
    const broken = shownIn('th').flatMap((text) =>
      lineStarts(text, 'th').filter(
        ({ before, start }) =>
          /^[\u0e01-\u0e2e]$/.test(start) ||
          (/(ถอน|ฝาก|โอน|โยก|กระเป๋า)$/.test(before) && start === 'เงิน') ||
          (/ตรวจ$/.test(before) && start === 'สอบ') ||
          (/(?<!เ)ปิด$/.test(before) && start === 'บัญชี'),
      ),
    )
    expect(broken).toEqual([])
  })

  test('no line begins with the sign of repetition or of what is left out', () => {
    expect(lineStarts('บัญชีใด ๆ', 'th').at(-1)?.start).toBe('ๆ')
    const broken = shownIn('th').flatMap((text) =>
      lineStarts(text, 'th').filter(({ start }) => /^[ๆฯ]/.test(start)),
    )
    expect(broken).toEqual([])
  })

  test('am is one sign, and the order of marks is the one that fonts know', () => {
    expect(shownIn('th').filter((text) => /\u0e4d\u0e32/.test(text))).toEqual([])
    expect(shownIn('th').filter((text) => /[\u0e48-\u0e4b][\u0e31\u0e34-\u0e3a]/.test(text))).toEqual([])
  })
})

/** What must not end a line: without what follows it says its opposite, or nothing yet. */
const endless = {
  th: /(ไม่|อย่า|กรุณา|หาก|ถ้า|(?<!ทุก)เมื่อ)$/,
  la: /(ບໍ່|ຢ່າ|ກະລຸນາ|(?<!ລໍ)ຖ້າ|ເມື່ອ)$/,
} as const

describe.each([
  ['th', 'th'],
  ['la', 'lo'],
] as const)('in every text of %s', (locale, language) => {
  test('no line ends with a no, a please or an if', () => {
    const broken = shownIn(locale).flatMap((text) =>
      lineStarts(text, language).filter(({ before, start }) => start.trim() && endless[locale].test(before)),
    )
    expect(broken).toEqual([])
  })

  test('no line begins at a bar of a word that is held together', () => {
    const broken = shownIn(locale).flatMap((text) => {
      const plain = text.replaceAll('\u2060', '')
      const starts = new Set(
        lineStarts(text, language).map(({ before }) => before.replaceAll('\u2060', '').length),
      )
      return wholeWords[locale].filter((word) => {
        const parts = word.split('|')
        const bars = parts.slice(1).map((_, part) => parts.slice(0, part + 1).join('').length)
        const found = [...plain.matchAll(new RegExp(parts.join(''), 'g'))]
        return found.some(({ index }) => bars.some((bar) => bar > 0 && starts.has(index + bar)))
      })
    })
    expect(broken).toEqual([])
  })
})

test('a no holds what it denies, and what only looks like one holds nothing', () => {
  const joined = (text: string, locale: 'th' | 'la') => joinWords(text, locale).replaceAll('\u2060', '·')
  expect(joined('เงินไม่หาย', 'th')).toBe('เงินไม่·หาย')
  expect(joined('กรุณาอย่าเพิ่งโอน', 'th')).toBe('กรุณา·อย่า·เพิ่งโอน')
  expect(joined('มีอย่างน้อย', 'th')).toBe('มีอย่างน้อย')
  expect(joined('ทุกเมื่อที่ว่าง', 'th')).toBe('ทุกเมื่อที่ว่าง')
  expect(joined('ຢ່າຟ້າວ', 'la')).toBe('ຢ່າ·ຟ້າວ')
  expect(joined('ມີຢ່າງດຽວ', 'la')).toBe('ມີຢ່າງດຽວ')
  expect(joined('ລໍຖ້າຮັບ', 'la')).toBe('ລໍຖ້າຮັບ')
})

test('the word that asks is not alone on the last line', () => {
  expect(joinWords('รับหรือไม่', 'th')).toBe('รับหรือ\u2060ไม่')
  expect(joinWords('ມີບັນຊີແລ້ວບໍ', 'la')).toBe('ມີບັນຊີແລ້ວ\u2060ບໍ')
})

// Which of them is broken depends on the browser's dictionary, too: some of these only Chromium breaks.
test.each(['th', 'la'] as const)('every word that is held together in %s is in a text', (locale) => {
  const texts = shownIn(locale).map((text) => text.replaceAll('\u2060', ''))
  const words = wholeWords[locale].map((word) => word.replaceAll('|', ''))
  expect(words.filter((word) => !texts.some((text) => text.includes(word)))).toEqual([])
})

test('an amount stays beside its currency, whoever writes it', () => {
  expect(joinAmounts('{amount} {currency} / 500 {currency}')).toBe(
    '{amount}\u00a0{currency} / 500\u00a0{currency}',
  )
  expect(joinAmounts('the {currency} account')).toBe('the {currency} account')
  expect(joinAmounts('LAO QR · {bank}')).toBe('LAO QR\u00a0· {bank}')
  expect(joinAmounts('8 to 128 characters')).toBe('8 to 128\u00a0characters')
})

/** What may follow a number without being what is counted. */
const betweenNumbers = {
  en: /(of|to|and|or|from|a) /,
  th: /ถึง|หรือ|จาก|ตามด้วย|ตอนนี้|ทศนิยม|ไม่มี|โดย|ตลอด/,
  la: /ຫາ|ຫຼື|ຈາກ|ຕາມດ້ວຍ|ຕອນນີ້|ມີ|ບໍ່ມີ|ໂດຍ/,
} as const

test.each(['th', 'la', 'en'] as const)('a number stays beside its unit in %s', (locale) => {
  const parted = new RegExp(
    `(\\d|#|\\{(count|coins|mb|seconds|longest)\\}) (?!${betweenNumbers[locale].source})\\p{L}`,
    'u',
  )
  const texts = locale === 'en' ? textsIn(locale) : shownIn(locale)
  const broken = texts.filter((text) => parted.test(text.replaceAll('\u2060', '')))
  expect(broken).toEqual([])
})

test.each(['th', 'la'] as const)('no text of %s holds letters of the other script', (locale) => {
  const other = locale === 'th' ? /\p{Script=Lao}/u : /\p{Script=Thai}/u
  expect(textsIn(locale).filter((text) => other.test(text))).toEqual([])
})

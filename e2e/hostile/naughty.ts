// The list that everybody knows, and what is naughty in the languages of our players.
import list from 'big-list-of-naughty-strings' with { type: 'json' }

/** Marks piled up, beyond what any word of Thai or Lao has. */
const piledUp = `ก${'\u0e49'.repeat(60)}ກ${'\u0ec9'.repeat(60)}e${'\u0302'.repeat(60)}`
/** Turns around whatever follows it, as far as it may. */
const turning = '\u202eilaM 321\u2066 \u2069\u2069'
const own = [
  piledUp,
  turning,
  '\u2067\u202e\u2068 never closed 123',
  '\u2069\u2069\u202c\u202c closed before it was opened',
  'مرحبا 500 שלום',
  'slip\u202egnp.exe',
  '{name} {0} %percentFail%',
  '👨‍👩‍👧‍👦🏳️‍🌈🇹🇭🇱🇦',
  '\u2028\u2029\u0085',
  'x'.repeat(300),
  'ก'.repeat(300),
  '🎰'.repeat(150),
  '๑๒๓ ໑໒໓',
  'เเทนแ ทํา ກໍາ',
  "'; select pg_sleep(10); --",
  '\ud83d',
  '\udc00a',
  'a\u0000b',
  '__proto__',
  'constructor',
  'x'.repeat(500),
]

/** For a server: those too that no database keeps. */
export const everyString: readonly string[] = [...new Set([...list, ...own])]

/** For a page: of no page's text is half of a pair, and nothing to be seen is nobody's. */
export const naughtyStrings: readonly string[] = everyString.filter(
  (text) => text.isWellFormed() && text.trim() !== '' && !text.includes('\0'),
)

/** All that can be wrong with one text, for a place that has room for one. */
export const worst = `<img src=x onerror=top.ran(0)>${turning} مرحبا ${piledUp} ${'W'.repeat(120)}`

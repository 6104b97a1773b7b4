/**
 * English in disguise, for finding what was forgotten: "Deposit" becomes "[Ðéépööšîît]". What stands on a screen without brackets did not come
 * from the texts; what is cut off or sticks out will be so in a language that takes more room.
 */

const disguises: Readonly<Record<string, string>> = {
  ...{
    a: 'á',
    b: 'ƀ',
    c: 'ç',
    d: 'ð',
    e: 'é',
    f: 'ƒ',
    g: 'ğ',
    h: 'ħ',
    i: 'î',
    j: 'ĵ',
    k: 'ķ',
    l: 'ļ',
    m: 'ɱ',
  },
  ...{
    n: 'ñ',
    o: 'ö',
    p: 'þ',
    q: 'ǫ',
    r: 'ŕ',
    s: 'š',
    t: 'ţ',
    u: 'û',
    v: 'ṽ',
    w: 'ŵ',
    x: 'ẋ',
    y: 'ý',
    z: 'ž',
  },
}

/** How much longer than English other languages are, as a rule of thumb. */
const STRETCH = 1.4

/** The text with accents, longer by two fifths and in brackets; its values and its plurals stay what they are. */
export function pseudoText(message: string): string {
  return `[${stretch(message)}]`
}

/** Apart from what it holds in braces: `{amount}` is kept, a plural's forms are stretched in their places. */
function stretch(message: string): string {
  let written = ''
  for (let at = 0; at < message.length; ) {
    const end = message[at] === '{' ? closing(message, at) : quoteEnd(message, at)
    if (end > at) {
      written += message[at] === '{' ? inBraces(message.slice(at + 1, end)) : message.slice(at, end + 1)
      at = end + 1
      continue
    }
    let plain = ''
    while (at < message.length && message[at] !== '{' && quoteEnd(message, at) < 0) plain += message[at++]
    written += stretchPlain(plain)
  }
  return written
}

function inBraces(content: string): string {
  const plural = /^(\s*\w+\s*,\s*plural\s*,)(.*)$/s.exec(content)
  if (plural === null) return `{${content}}`
  const [, head = '', forms = ''] = plural
  let written = ''
  for (let at = 0; at < forms.length; ) {
    if (forms[at] !== '{') {
      written += forms[at++]
      continue
    }
    const end = closing(forms, at)
    written += `{${stretch(forms.slice(at + 1, end))}}`
    at = end + 1
  }
  return `{${head}${written}}`
}

/** The place of the brace that closes the one at `from`. */
function closing(message: string, from: number): number {
  let depth = 0
  for (let at = from; at < message.length; at += 1) {
    if (message[at] === '{') depth += 1
    if (message[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  throw new Error(`a brace is not closed in: ${message}`)
}

/** Where ICU's quote ends that begins at `from`: '' is an apostrophe, '{…}' is meant literally. -1 when none begins. */
function quoteEnd(message: string, from: number): number {
  if (message[from] !== "'") return -1
  if (message[from + 1] === "'") return from + 1
  return message[from + 1] === '{' ? message.indexOf("'", from + 1) : -1
}

/** Vowels are doubled until there are enough letters; a word without any gets its end doubled. */
function stretchPlain(plain: string): string {
  const letters = [...plain]
  const wanted = Math.ceil(letters.filter(isLetter).length * (STRETCH - 1))
  const vowels = letters.flatMap((letter, at) => (/[aeiou]/i.test(letter) ? [at] : []))
  const ends = letters.flatMap((letter, at) => (isLetter(letter) && !isLetter(letters[at + 1]) ? [at] : []))
  const places = [...vowels, ...ends]
  const times = new Map<number, number>()
  for (let added = 0; added < wanted; added += 1) {
    const place = places[added % places.length] ?? 0
    times.set(place, (times.get(place) ?? 1) + 1)
  }
  return letters.map((letter, at) => disguise(letter).repeat(times.get(at) ?? 1)).join('')
}

function isLetter(letter: string | undefined): boolean {
  return letter !== undefined && /\p{L}/u.test(letter)
}

function disguise(letter: string): string {
  const small = disguises[letter.toLowerCase()]
  if (small === undefined) return letter
  return letter === letter.toLowerCase() ? small : small.toUpperCase()
}

import { withoutUnseen } from '@kapao/contract/text'

const letters = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** A friend's name as others may see it: each word's first letter, with its vowel and tone signs, and stars for the rest. */
export function maskName(name: string): string {
  return name
    .split(' ')
    .map((word) => {
      // A space that nobody sees is no letter.
      const [first] = letters.segment(withoutUnseen(word))
      return `${first?.segment ?? ''}***`
    })
    .join(' ')
}

import { elements } from './markup.ts'
import { readings } from './texts.ts'

export interface Vector {
  readonly number: number
  readonly kind: string
  readonly html: string
}

/** Every hostile text once, each with a number of its own to tell when it runs. */
export const vectors: readonly Vector[] = Object.entries({ ...elements, ...readings })
  .flatMap(([kind, texts]) => texts.map((text) => ({ kind, text })))
  .map(({ kind, text }, number) => ({
    number,
    kind,
    html: text.replaceAll('RUN', `top.ran(${number})`).replaceAll('NUMBER', String(number)),
  }))

export const vectorOf = (number: number): string => {
  const one = vectors[number]
  return one ? `${one.kind}: ${one.html.slice(0, 200)}` : String(number)
}

/** Ends whatever one of them may have left open, so that the next one is read as it stands. */
const ending = `-->]]>"'></script></style></title></textarea></xmp></iframe></noscript></noembed></noframes></template></select></math></svg></table></form>`
const unending = /<plaintext>/

/** All of them in one text, for a place that has room for only one. */
export const allInOne = (): string => {
  const sorted = vectors.toSorted(
    (one, other) => Number(unending.test(one.html)) - Number(unending.test(other.html)),
  )
  return sorted.map(({ html }) => html).join(ending)
}

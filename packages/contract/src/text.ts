import * as v from 'valibot'

/** How long a text is as people count: one for each character, also for those that UTF-16 has two units for. */
export function charactersIn(text: string): number {
  return [...text].length
}

/** What somebody typed: no field of the wire takes more. */
export const text = /* @__PURE__ */ v.pipe(v.string(), v.maxLength(500))

import * as v from 'valibot'

/** What somebody typed: no field of the wire takes more. */
export const text = /* @__PURE__ */ v.pipe(v.string(), v.maxLength(500))

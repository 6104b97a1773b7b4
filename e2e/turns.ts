// What takes too long to be tried in every way each time is tried in turns.

/** All in all ways: for a change in what many screens share, and before a release. */
export const isWhole = process.env.KAPAO_E2E_WHOLE === '1'
/** Days since 1970, by which the turns go on. Set by playwright.config.ts, where nobody did. */
export const day = Number(process.env.KAPAO_E2E_DAY)

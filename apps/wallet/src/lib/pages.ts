/** Lists that come in pages, newest first. */

/** What stands on the wanted page of a list that came as a whole, or on its last: claiming the only row of a page leaves none there. */
export function pageOf<Row>(rows: readonly Row[], wanted: number, perPage: number) {
  const pages = pagesOf(rows.length, perPage)
  const page = Math.min(wanted, pages)
  const first = (page - 1) * perPage
  return { page, pages, first, shown: rows.slice(first, first + perPage) }
}

/** At least one. */
export function pagesOf(total: number, perPage: number): number {
  return Math.max(1, Math.ceil(total / perPage))
}

/** How many there are by what stands on this one: where nobody says how many rows there are, a full page may have another behind it. */
export function pagesFrom(page: number, total: number | undefined, shown: number, perPage: number): number {
  if (total !== undefined) return Math.max(pagesOf(total, perPage), page)
  return shown < perPage ? page : page + 1
}

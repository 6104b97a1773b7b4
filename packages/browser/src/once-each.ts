/**
 * The rows of a list that comes in pages, each once. Pages are counted, so a row that came meanwhile pushes the last of one page onto the next, and it comes
 * twice: the first stays. What stands in `before` was seen already.
 */
export function onceEach<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  before: readonly Row[] = [],
): readonly Row[] {
  const seen = new Set(before.map(idOf))
  return rows.filter((row) => {
    const id = idOf(row)
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}

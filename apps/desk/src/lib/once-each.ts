/** Pages are counted, so a row that moved down while the next page was asked for comes twice. The first stays. */
export function onceEach<Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Row[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const id = idOf(row)
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}

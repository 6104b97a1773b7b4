import { toJson } from '@kapao/contract/json'

/** A row of an answer that is JSON already; `Row` is what it says. */
export class Written<Row> {
  readonly json: string
  declare readonly says?: Row

  constructor(json: string) {
    this.json = json
  }
}

/** Writes what is somebody's own before what is everybody's. */
export type RowWriter<Same> = <Own extends object>(own: Own) => Written<Own & Same>

/** For rows that say the same in answer after answer but for a few names: what is the same is written once. Both have a name at least. */
export function rowWriter<Same extends object>(same: Same): RowWriter<Same> {
  const rest = toJson(same).slice(1)
  return <Own extends object>(own: Own) => new Written<Own & Same>(`${toJson(own).slice(0, -1)},${rest}`)
}

/** Of an answer's own names, the lists may have written rows. */
export type WrittenIn<Answer> = { [Name in keyof Answer]: Answer[Name] | RowsIn<Answer[Name]> }

type RowsIn<Part> = Part extends readonly (infer Row)[] ? readonly Written<Row>[] : never

const isWritten = (part: unknown): part is readonly Written<unknown>[] =>
  Array.isArray(part) && part[0] instanceof Written

/** An answer as JSON. */
export function writeAnswer(answer: object): string {
  const parts = Object.entries(answer)
  if (!parts.some(([, part]) => isWritten(part))) return toJson(answer)
  const texts = parts.flatMap(([name, part]) => {
    if (part === undefined) return []
    const text = isWritten(part) ? `[${part.map(({ json }) => json).join(',')}]` : toJson(part)
    return [`${JSON.stringify(name)}:${text}`]
  })
  return `{${texts.join(',')}}`
}

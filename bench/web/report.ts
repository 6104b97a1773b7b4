// What a part of the bench has to say: a table as it goes, and in the end what is over its budget.
export class Report {
  readonly over: string[] = []

  say(line: string): void {
    console.log(line)
  }

  /** `unit` stands behind both figures. */
  judge(name: string, figure: number, budget: number, unit: string): void {
    const digits = unit === '' ? 3 : unit === 'KB' ? 1 : 0
    const text = `${name}: ${figure.toFixed(digits)} ${unit}`
    // What could not be measured has met nothing.
    const isOver = !(figure <= budget)
    if (isOver) this.over.push(`${text}, and may be ${budget.toFixed(digits)}`)
    console.log(`  ${isOver ? 'OVER' : 'ok  '} ${text} (budget ${budget.toFixed(digits)})`)
  }
}

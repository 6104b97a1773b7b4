// What the migrations say of what they make: the database itself keeps no comments.
import { statementsIn } from '../migration-rules.ts'

interface Comment {
  /** The migration's number. */
  readonly from: string
  readonly lines: readonly string[]
}

export interface Comments {
  /** Of `table x`, `column x.y`, `constraint x.<its text>`, `index x`, `trigger table.x`, `view x`, `type x`, `function x/<parameters>`. */
  of(subject: string): readonly Comment[]
  /** The migration that made it as it is now. */
  madeBy(subject: string): string | null
}

interface Found {
  readonly subject: string
  readonly lines: readonly string[]
}

/** `files`: name and text of each migration, in their order. */
export function readComments(files: readonly (readonly [name: string, sql: string])[]): Comments {
  const comments = new Map<string, Comment[]>()
  const makers = new Map<string, string>()
  for (const [name, sql] of files)
    for (const statement of statementsIn(sql))
      for (const { subject, lines } of foundIn(statement)) {
        makers.set(subject, name)
        if (lines.length === 0) continue
        const from = name.slice(0, name.indexOf('_'))
        comments.set(subject, [...(comments.get(subject) ?? []), { from, lines }])
      }
  return {
    of: (subject) => comments.get(subject) ?? [],
    madeBy: (subject) => makers.get(subject) ?? null,
  }
}

function foundIn(statement: string): readonly Found[] {
  const { lines, sql } = apart(statement)
  const made = subjectOf(sql)
  if (made === null) return columnsAdded(sql, lines)
  return [{ subject: made, lines }, ...(made.startsWith('table ') ? insideTable(made.slice(6), sql) : [])]
}

/** The comment that stands right above a statement; what an empty line parts from it is said of something else. */
function apart(statement: string): { readonly lines: readonly string[]; readonly sql: string } {
  const all = statement.split('\n')
  const begin = all.findIndex((line) => line.trim() !== '' && !line.startsWith('--'))
  const above = all.slice(0, begin)
  const block = above.slice(above.lastIndexOf('') + 1).map((line) => line.replace(/^-- ?/, ''))
  // Why the release before takes no harm is of no interest any more.
  const excuse = block.findIndex((line) => line.startsWith('Beside the release before:'))
  return { lines: excuse === -1 ? block : block.slice(0, excuse), sql: all.slice(begin).join('\n') }
}

function subjectOf(sql: string): string | null {
  const [, kind = '', name = ''] =
    /^create (?:or replace )?(?:unlogged )?(?:unique )?(?:constraint )?(table|index|trigger|view|type|function) (?:if not exists )?(\w+)/.exec(
      sql,
    ) ?? []
  if (kind === '') return null
  if (kind === 'trigger') return `trigger ${/ on (\w+)/.exec(sql)?.[1]}.${name}`
  return kind === 'function' ? `function ${name}/${parametersIn(sql)}` : `${kind} ${name}`
}

/** How many parameters a function's head names. */
function parametersIn(sql: string): number {
  let depth = 0
  let count = 0
  for (const sign of sql.slice(sql.indexOf('('))) {
    if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    else if (count === 0 && sign.trim() !== '') count = 1
    if (sign === ',' && depth === 1) count += 1
    if (depth === 0) break
  }
  return count
}

function insideTable(table: string, sql: string): readonly Found[] {
  const found: Found[] = []
  let lines: string[] = []
  for (const line of sql.split('\n').slice(1)) {
    const text = line.trim()
    if (text.startsWith('--')) {
      lines.push(text.replace(/^-- ?/, ''))
      continue
    }
    const isConstraint = /^(?:check|unique|primary|foreign|constraint|exclude)\b/.test(text)
    if (lines.length > 0) {
      const name = isConstraint ? text.replace(/,$/, '') : (/^\w+/.exec(text)?.[0] ?? '')
      found.push({ subject: `${isConstraint ? 'constraint' : 'column'} ${table}.${name}`, lines })
    }
    lines = []
  }
  return found
}

/** What is said of several columns that come together stands above the first. */
function columnsAdded(sql: string, lines: readonly string[]): readonly Found[] {
  const table = /^alter table (\w+)/.exec(sql)?.[1]
  return [...sql.matchAll(/\badd (column|constraint) (?:if not exists )?(\w+)/g)].map(
    ([, kind, name], index) => ({ subject: `${kind} ${table}.${name}`, lines: index === 0 ? lines : [] }),
  )
}

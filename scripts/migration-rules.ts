// While a new release goes out, the one before still runs on the database that was migrated for the new one. So a migration only adds;
// what nobody reads any more is taken away one release later.

export type UnsafeStatement = { file: string; statement: string; reason: string }

/** What the first release began with: nothing ran before it. */
const FIRST_RELEASE = '0042_chat_post.sql'

const rules: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern: /\bdrop\s+(?:table|column|view|materialized\s+view|function|procedure|type|sequence|schema)\b/,
    reason: 'the release before may still use what this drops',
  },
  { pattern: /\brename\b/, reason: 'the release before knows it by the old name: add the new one beside it' },
  {
    pattern: /\balter\s+(?:column\s+)?\S+\s+(?:set\s+data\s+)?type\b/,
    reason: 'the release before reads and writes the old type: add a column beside it',
  },
  { pattern: /\bset\s+not\s+null\b/, reason: 'the release before may write null there' },
  { pattern: /\bdrop\s+default\b/, reason: 'the release before leaves it to the default' },
  {
    pattern:
      /\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(?!constraint\b)\w+\s(?=[^,;]*\bnot\s+null\b)(?![^,;]*\bdefault\b)(?![^,;]*\bgenerated\b)/,
    reason: 'the release before does not write this column: give it a default',
  },
  {
    pattern: /\badd\s+(?:constraint\s+\w+\s+)?(?:check|unique|exclude|foreign\s+key|primary\s+key)\b/,
    reason: 'the release before may write what this constraint refuses',
  },
]

/** A statement for which somebody has thought about it carries a comment above it that begins so, with the reason. */
const EXCUSE = /--\s*Beside the release before:\s*\S/

/** The statements of a file, each with the comments above it; semicolons in bodies of functions divide nothing. */
export function statementsIn(sql: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const part of sql.split(/(\$\w*\$[\s\S]*?\$\w*\$|--[^\n]*|'(?:[^']|'')*')/)) {
    if (/^(?:\$|--|')/.test(part)) {
      current += part
      continue
    }
    const pieces = part.split(';')
    for (const piece of pieces.slice(0, -1)) {
      statements.push(current + piece)
      current = ''
    }
    current += pieces.at(-1) ?? ''
  }
  return [...statements, current].map((statement) => statement.trim()).filter((statement) => statement !== '')
}

function withoutCommentsAndBodies(statement: string): string {
  return statement
    .replace(/\$\w*\$[\s\S]*?\$\w*\$/g, ' ')
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** `files`: name and text of each migration. What a file itself has just made, it may also bound. */
export function findUnsafeStatements(files: readonly (readonly [string, string])[]): UnsafeStatement[] {
  return files
    .filter(([file]) => file > FIRST_RELEASE)
    .flatMap(([file, sql]) => {
      const statements = statementsIn(sql)
      const made = new Set(
        statements.flatMap(
          (statement) =>
            /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(
              withoutCommentsAndBodies(statement),
            )?.[1] ?? [],
        ),
      )
      return statements.flatMap((statement) => {
        const plain = withoutCommentsAndBodies(statement)
        const changed = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(plain)?.[1]
        const isNew = changed !== undefined && made.has(changed)
        // Within the making of a table nothing can be taken from anybody.
        const isMaking = /^create (?:unlogged )?table\b/.test(plain)
        if (EXCUSE.test(statement) || isNew || isMaking) return []
        const broken = rules.find(({ pattern }) => pattern.test(plain))
        return broken ? [{ file, statement: plain.slice(0, 120), reason: broken.reason }] : []
      })
    })
}

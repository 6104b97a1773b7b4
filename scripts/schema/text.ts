// apps/api/schema.sql: the tables as all migrations together make them, for whoever reads.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../settings.ts'
import { type Catalog, readCatalog, type Table } from './catalog.ts'
import { type Comments, readComments } from './comments.ts'
import { roomNames, roomOf } from './rooms.ts'

export const schemaPath = join(repositoryRoot, 'apps', 'api', 'schema.sql')

const WIDTH = 150

const HEAD = `-- Every table, view, type and function of Kapao's database, as all migrations together make them. Made by \`npm run schema\`: to be read, not
-- run, and never edited. What changes the database is a migration.
--
-- By rooms, which are the folders of apps/api/src; within a room in the order in which they came. The comments are the migrations' own. One with a
-- number in brackets came with that migration; others with the file that is named. Where two do not agree the later one holds. What functions do
-- stands in the file that is named. The tables of the schema pgboss, for the schedules of the clock, are pg-boss's own.`

/** What the file has to be for this database, which the migrations have been applied to. */
export async function schemaText(databaseUrl: string): Promise<string> {
  const folder = join(repositoryRoot, 'apps', 'api', 'migrations')
  const names = readdirSync(folder).sort()
  const comments = readComments(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  return textOf(await readCatalog(databaseUrl), comments)
}

function textOf(catalog: Catalog, comments: Comments): string {
  const entries = [
    ...catalog.types.map(({ name, text }) => ({ name, lines: plainEntry(`type ${name}`, text, comments) })),
    ...catalog.tables.map((table) => ({ name: table.name, lines: tableEntry(table, comments) })),
    ...catalog.views.map(({ name, text }) => ({ name, lines: plainEntry(`view ${name}`, text, comments) })),
    ...catalog.functions.map(({ name, parameters, text }) => ({
      name,
      lines: plainEntry(`function ${name}/${parameters}`, text, comments),
    })),
  ].map(({ name, lines }) => ({ room: roomOf(name), text: lines.join('\n') }))
  const rooms = roomNames.map((room) => {
    const own = entries.filter((entry) => entry.room === room).map(({ text }) => text)
    return [`-- ──── ${room} ────`, ...own].join('\n\n')
  })
  return `${[HEAD, ...rooms].join('\n\n\n')}\n`
}

function plainEntry(subject: string, text: string, comments: Comments): readonly string[] {
  return [...headOf(subject, comments), `${folded(written(text).replace(/;$/, ''))};`]
}

function tableEntry(table: Table, comments: Comments): readonly string[] {
  const subject = `table ${table.name}`
  const file = comments.madeBy(subject)
  const inside = [...columnsOf(table, comments, file), ...constraintsOf(table, comments, file)]
  const options = table.options.length > 0 ? ` with (${table.options.join(', ')})` : ''
  const below = [
    ...table.indexes.map(({ name, text }) => ({ subject: `index ${name}`, text })),
    ...table.triggers.map(({ name, text }) => ({ subject: `trigger ${table.name}.${name}`, text })),
  ]
  return [
    ...headOf(subject, comments),
    `create ${table.isUnlogged ? 'unlogged ' : ''}table ${table.name} (`,
    ...inside.flatMap(({ above, text }, index) => [
      ...above.map((line) => `  ${line}`),
      `  ${text}${index === inside.length - 1 ? '' : ','}`,
    ]),
    `)${options};`,
    ...below.flatMap((one) => [...said(one.subject, comments, file), `${folded(written(one.text))};`]),
  ]
}

interface Line {
  readonly above: readonly string[]
  readonly text: string
}

type Constraint = Table['constraints'][number]

function columnsOf(table: Table, comments: Comments, file: string | null): readonly Line[] {
  return table.columns.map(({ name, type, isRequired, identity, preset }) => {
    const own = table.constraints.filter((one) => standsAtColumn(table, one) && one.columns[0] === name)
    const isKey = own.some(({ kind }) => kind === 'p')
    const parts = [
      name,
      written(type),
      isRequired && !isKey && identity === null ? 'not null' : '',
      identity ?? '',
      preset === null ? '' : `default ${written(preset)}`,
      // The columns themselves are what it is about.
      ...own.map(({ text }) =>
        written(text).replace(/^(primary key|unique|foreign key) \(\w+\) ?/, (_, kind) =>
          kind === 'foreign key' ? '' : kind,
        ),
      ),
    ]
    const text = parts.filter((part) => part !== '').join(' ')
    return { above: said(`column ${table.name}.${name}`, comments, file), text }
  })
}

function constraintsOf(table: Table, comments: Comments, file: string | null): readonly Line[] {
  return table.constraints
    .filter((one) => !standsAtColumn(table, one))
    .map((one) => {
      const text = written(one.text)
      const above = [one.name, text].flatMap((name) =>
        said(`constraint ${table.name}.${name}`, comments, file),
      )
      return { above, text: hasOwnName(table, one) ? `constraint ${one.name} ${text}` : text }
    })
}

const standsAtColumn = (table: Table, one: Constraint) => one.columns.length === 1 && !hasOwnName(table, one)

/** Not the one that PostgreSQL gives by itself. */
const hasOwnName = (table: Table, { name }: Constraint) =>
  !(name.startsWith(table.name) && /_(?:pkey|key|check|fkey|excl)\d*$/.test(name))

function headOf(subject: string, comments: Comments): readonly string[] {
  const file = comments.madeBy(subject)
  return [...said(subject, comments, file), ...(file === null ? [] : [`-- ${file}`])]
}

/** What is said of it, each with its migration's number where that is not `file`. */
function said(subject: string, comments: Comments, file: string | null): readonly string[] {
  return comments.of(subject).flatMap(({ from, lines }) => {
    const isOther = file?.startsWith(`${from}_`) !== true
    return lines.map((line, index) => `-- ${isOther && index === 0 ? `[${from}] ` : ''}${line}`.trimEnd())
  })
}

/** As the migrations write it: in small letters, with short names of types, and without what goes without saying. */
function written(sql: string): string {
  return sql
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 1 ? part : plain(part)))
    .join('')
    .replace(/ = any \(array\[('[^\]]*')\]\)/g, ' in ($1)')
    .replace(/ <> all \(array\[('[^\]]*')\]\)/g, ' not in ($1)')
}

/** What is longer than a screen is wide goes on in the next line. */
function folded(sql: string): string {
  const lines = sql.split('\n').flatMap((line) => {
    const parts = ['']
    for (const word of line.split(/(?<=\S) /)) {
      const last = parts.at(-1) ?? ''
      if (last !== '' && `${last} ${word}`.length > WIDTH) parts.push(`  ${word}`)
      else parts[parts.length - 1] = last === '' ? word : `${last} ${word}`
    }
    return parts
  })
  return lines.join('\n')
}

function plain(sql: string): string {
  return sql
    .toLowerCase()
    .replace(/^::(?:text|jsonb)\b/, '')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replace(/\binteger\b/g, 'int')
    .replace(/\bpublic\./g, '')
    .replace(/ using btree /g, ' ')
}

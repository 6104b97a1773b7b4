// The table of who may call what, as a page.

export interface Row {
  readonly name: string
  /** `GET /wallet` */
  readonly call: string
  readonly cells: readonly string[]
}

interface Tables {
  readonly guarded: readonly Row[]
  readonly open: readonly Row[]
  readonly desk: readonly (Row & { readonly access: string })[]
  readonly memberAskers: readonly string[]
  readonly deskAskers: readonly string[]
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

export function accessPage({ guarded, open, desk, memberAskers, deskAskers }: Tables): string {
  const cellsOf = ({ name, call, cells }: Row) => [name, `\`${call}\``, ...cells]
  return `# Who may call what

Written by \`npm run prove:break-in -- --only access --write\` from the contract and from what a running server answered; every run of the proof
compares it. A call of the contract that is missing here fails the proof. The rules behind it:

- A member's call is for the member whose token comes with it, and about nobody else: it finds what it is about by that token. What names a
  thing (a slip, a coupon, a QR order, a conversation) finds only the member's own.
- Nothing that an agent has opens a member's call, and nothing that a member has opens the desk.
- The desk has two roles: agents see every conversation and the names by which their colleagues write, and no list of accounts; admins also see the accounts, and the audit trail.
- A guest of the chat is whoever knows a random id of 122 bits, and is in no other conversation.
- Fields: an answer holds what its schema in \`packages/contract\` names, whoever asks: the handlers build it, and the tests of the server fail at any
  answer with a field more (\`apps/api/test/asking.ts\`). A body may hold more than its schema, of which nothing is read.

## Calls that need a member's token

${table(['call', 'path', ...memberAskers, 'another member’s things'], guarded.map(cellsOf))}

## Calls that anybody may make

To them a token that does not hold is as good as none; what is asked here has an empty body. What is said of a member (the chat) needs that
member's token all the same: the last column.

${table(['call', 'path', ...memberAskers.slice(0, 2), 'another member’s things'], open.map(cellsOf))}

## Calls of the desk

${table(
  ['call', 'path', 'for', ...deskAskers, 'an agent’s'],
  desk.map(({ access, ...row }) => {
    const [name = '', path = '', ...cells] = cellsOf(row)
    const padded = access === 'anyone' ? [...deskAskers.map(() => ''), ''] : cells
    return [name, path, access, ...padded]
  }),
)}

## Ways in that no call of the contract is

| way | for | what it is known by |
| --- | --- | --- |
| \`GET /api/files/{name}\` | whoever was given the address: a slip's picture | a signature over the name that holds for five minutes |
| \`GET /api/chat/files/{name}\` | whoever knows the name: a file of the chat | 128 random bits of the name |
| \`POST /gateway/bank-feed\` | your bank's adapter | a signature over time and body under \`KAPAO_FEED_SECRET\` |
| \`/socket.io\` | members, guests and the desk, for messages | the tokens of the calls; a guest's id |
| \`GET /healthz\`, \`GET /readyz\` | whoever watches the process | nothing: they tell nothing of anybody |
| \`GET /metrics\` | your Prometheus | nothing: counts alone, and nginx keeps it inside |
`
}

import { resolve } from 'node:path'
import { KeepingError } from './backup/manifest.ts'
import { restore } from './backup/restore.ts'
import { inWords, say } from './command-line.ts'
import { readConfig } from './environment/config.ts'
import { openFileStore } from './files/open-store.ts'

const [folder, ...rest] = process.argv.slice(2)
await inWords(async () => {
  if (folder === undefined || rest.length > 0) throw new KeepingError('npm run restore -- <folder>')
  const config = readConfig(process.env)
  const { databaseUrl, region } = config
  const files = openFileStore(config)
  const { manifest, differences, comers, nobodysFiles } = await restore({
    databaseUrl,
    region,
    files,
    folder: resolve(folder),
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = [
    `Restored ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.length} files, as of ${manifest.at}. Each table came out as it went in.`,
    ...differences.map((one) => `${one.kind}  ${one.subject}  ours: ${one.ours}  theirs: ${one.theirs}`),
    differences.length === 0
      ? 'The books agree with themselves, and the audit chain is whole.'
      : `${differences.length} differences, which the books had when they were backed up.`,
    ...nobodysFiles.map((name) => `not of the backup  ${name}`),
    ...(nobodysFiles.length === 0
      ? []
      : [
          `${nobodysFiles.length} files of the store are named by no row any more. A slip's picture goes by itself after a day; remove the others.`,
        ]),
    'Nobody is logged in. Whoever was switched off since then is on again, and a password, second factor or recovery code of then opens again:',
    `look through them before players come in. ${comers.members} members can log in (npm run member -- disable <phone>), and of the staff`,
    `${comers.staff.join(', ') || 'nobody'} (npm run staff -- disable <name>; reset and second-factor give them new ones).`,
    `Payouts are held. Start Kapao, then compare: npm run reconcile -- --release`,
  ]
  say(lines.join('\n'))
})

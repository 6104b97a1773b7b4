// A backup holds every file that its rows name, or is none.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { uploadChatImage } from '@kapao/contract/chat'
import { deskUpload } from '@kapao/contract/desk'
import { beforeEach, expect, it } from 'vitest'
import { newAgent, newGuest, say } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { newTransRef, sendSlip, slipPng } from '../../test/slip-pictures.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { newPicture, upload } from '../../test/uploads.ts'
import { tidyChatFiles } from '../chat/tidy-files.ts'
import { openDiskStore } from '../files/disk-store.ts'
import { tidyPictures } from '../slip/tidy-pictures.ts'
import { backUp } from './backup.ts'
import { tablePath } from './manifest.ts'

const entry = join(import.meta.dirname, '../main-backup.ts')

let server: TestServer
let slip: string
let sent: string

onTestServer((started) => {
  server = started
})
beforeEach(async () => {
  const member = await server.member()
  const { reference = '' } = await sendSlip(server, member, await slipPng(newTransRef()))
  const [row] = await server.database.query<{ fileName: string }>(
    'select file_name from slip where reference = $1',
    [reference],
  )
  slip = row?.fileName ?? ''
  const { path } = await upload(server, uploadChatImage, await newPicture())
  await say(server, newGuest(), mediaOf(path))
  sent = nameOf(path)
})

const nameOf = (path: string) => path.split('/').at(-1) ?? ''
const mediaOf = (filePath: string) => ({
  message_type: 'media' as const,
  payload: { message: '', url: false, fileType: 'image' as const, filePath },
})

async function backedUp(more: { files?: TestServer['files']; isWithoutLost?: boolean } = {}) {
  const folder = await temporaryFolder('backup')
  const { databaseUrl, region } = server.config
  const made = await backUp({ databaseUrl, region, files: server.files, folder, ...more }).then(
    ({ files }) => files.map(({ name }) => name),
    String,
  )
  return { folder, made }
}

it('has the files of slips and chats, in a folder that was empty', async () => {
  const { folder, made } = await backedUp()
  expect(made).toEqual(expect.arrayContaining([slip, sent]))
  const { databaseUrl, region } = server.config
  await expect(backUp({ databaseUrl, region, files: server.files, folder })).rejects.toThrow(/is not empty/)
})

it('is none with another store than Kapao’s, and says which files are missing', async () => {
  const files = openDiskStore(await temporaryFolder('other-store'))
  const { folder, made } = await backedUp({ files })
  expect(made).toContain('files of slips and chats are named in the database and not in the file store')
  expect(made).toContain(slip)
  expect(made).toContain(sent)
  expect(existsSync(join(folder, 'manifest.json'))).toBe(false)
})

it('is none while a picture that the staff show is gone; what is known to be lost is left out by a word', async () => {
  const agent = await newAgent(server, 'admin')
  const { path } = await upload(server, deskUpload, await newPicture(), { cookie: agent.cookie })
  await server.database.query(
    `insert into canned_reply (public_id, kind, title, language, message) values ('lost', 'reply', 'Lost', '', $1)`,
    [JSON.stringify(mediaOf(path))],
  )
  await server.files.remove(nameOf(path))
  expect((await backedUp()).made).toContain(nameOf(path))
  const { made } = await backedUp({ isWithoutLost: true })
  expect(made).toEqual(expect.arrayContaining([slip, sent]))
  await server.database.query(`delete from canned_reply where public_id = 'lost'`)
})

const end = (name: string) =>
  server.database.query(
    `update slip set state = 'refused', reason = 'INVALID_SLIP', ended_at = now() - interval '91 days' where file_name = $1`,
    [name],
  )

it('misses nothing that was tidied away, half tidied away, or is just being brought', async () => {
  await end(slip)
  await server.files.remove(slip)
  const { path } = await upload(server, uploadChatImage, await newPicture())
  await server.files.remove(nameOf(path))
  expect((await backedUp()).made).toContain(sent)
  await tidyPictures(server.database, server.operator.current(), server.files)
  await tidyChatFiles(server.database, server.files)
  expect((await backedUp()).made).toContain(sent)
})

it('misses nothing that is tidied away while files are read', async () => {
  const files = {
    ...server.files,
    async *namesBefore(mark: string, before: Date) {
      await end(slip)
      await tidyPictures(server.database, server.operator.current(), server.files)
      yield* server.files.namesBefore(mark, before)
    },
  }
  const { made } = await backedUp({ files })
  expect(made).toContain(sent)
  expect(made).not.toContain(slip)
})

it('of a database of a newer release says so before it copies anything', async () => {
  await server.database.query("insert into migration (name) values ('9999_of_tomorrow.sql')")
  const { folder, made } = await backedUp()
  await server.database.query("delete from migration where name = '9999_of_tomorrow.sql'")
  expect(made).toContain('of a newer release than this one, which does not know 9999_of_tomorrow.sql')
  expect(existsSync(tablePath(folder, 'member'))).toBe(false)
})

it('on a full disk says that it is none', async () => {
  const folder = join(await temporaryFolder('backup'), 'full')
  const { PATH } = process.env
  const env = { PATH, DATABASE_URL: server.config.databaseUrl, KAPAO_FILES: server.config.filesFolder }
  const command = ['-c', 'ulimit -f 0 && exec "$@"', 'sh', process.execPath, entry, folder]
  // A disk that takes names and no bytes is as good as full.
  await expect(promisify(execFile)('/bin/sh', command, { env })).rejects.toMatchObject({
    code: 1,
    stderr: `${folder} takes no more: no file may be that long (ulimit -f). What is in it is no backup.\n`,
  })
})

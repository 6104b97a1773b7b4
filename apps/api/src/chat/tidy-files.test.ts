import { uploadChatImage } from '@kapao/contract/chat'
import { expect, it } from 'vitest'
import { historyOf, newGuest, say } from '../../test/chat.ts'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { newPicture, upload } from '../../test/uploads.ts'
import type { FileStore } from '../files/file-store.ts'
import { tidyChatFiles } from './tidy-files.ts'

let server: TestServer

onTestServer((started) => {
  server = started
})

/** A picture that was brought more than a day ago. */
async function broughtBefore() {
  const { path } = await upload(server, uploadChatImage, await newPicture())
  const name = path.split('/').at(-1) ?? ''
  await server.database.query(
    "update chat_file set created_at = now() - interval '25 hours' where name = $1",
    [name],
  )
  return { path, name }
}

const sentBy = (customer: ReturnType<typeof newGuest>, filePath: string) =>
  say(server, customer, {
    message_type: 'media',
    payload: { message: '', url: false, fileType: 'image', filePath },
  })
const rowsOf = (name: string) => server.database.query('select 1 from chat_file where name = $1', [name])
const tidy = (files: FileStore = server.files) => tidyChatFiles(server.database, files)

it('a file that nobody sent goes after a day, and one that was sent stays', async () => {
  const [unsent, sent] = [await broughtBefore(), await broughtBefore()]
  const guest = newGuest()
  expect(await sentBy(guest, sent.path)).toMatchObject({ ok: true })
  expect(await tidy()).toBe(1)
  expect(await server.files.get(unsent.name)).toBeNull()
  expect(await rowsOf(unsent.name)).toEqual([])
  expect(await server.files.get(sent.name)).not.toBeNull()
  expect(await historyOf(server, guest)).toHaveLength(1)
})

it('a file that its store could not remove is removed the next time', async () => {
  const { name } = await broughtBefore()
  const remove = async () => {
    throw new Error('the file store answered 503')
  }
  await expect(tidy({ ...server.files, remove })).rejects.toThrow('503')
  expect(await server.files.get(name)).not.toBeNull()
  expect(await tidy()).toBe(1)
  expect(await server.files.get(name)).toBeNull()
  expect(await rowsOf(name)).toEqual([])
})

it('a file that is gone already takes its row with it', async () => {
  const { name } = await broughtBefore()
  await server.files.remove(name)
  expect(await tidy()).toBe(1)
  expect(await rowsOf(name)).toEqual([])
})

it('a file that is sent while it is removed is none any more, in no message', async () => {
  const { name, path } = await broughtBefore()
  const guest = newGuest()
  let sending: Promise<{ readonly ok: boolean }> | undefined
  const remove = async (gone: string) => {
    sending = sentBy(guest, path)
    // Until the claim waits for the row.
    await expect
      .poll(() =>
        server.database.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        ),
      )
      .toHaveLength(1)
    await server.files.remove(gone)
  }
  expect(await tidy({ ...server.files, remove })).toBe(1)
  expect(await sending).toMatchObject({ ok: false, message: 'NO_DATA' })
  expect(await server.files.get(name)).toBeNull()
})

// What a file is called: it has to have an ending, and nothing more is made of it.
import type { Call } from '@kapao/contract/call'
import { uploadChatImage, uploadChatVideo } from '@kapao/contract/chat'
import { describe, expect, it } from 'vitest'
import { onTestServer } from '../../test/on-test-server.ts'
import type { TestServer } from '../../test/server.ts'
import { newFilm, newPicture, upload } from '../../test/uploads.ts'

let server: TestServer
onTestServer((started) => {
  server = started
})

const calls: readonly (readonly [string, Call, () => Buffer | Promise<Buffer>])[] = [
  ['a picture', uploadChatImage, () => newPicture()],
  ['a film', uploadChatVideo, () => newFilm()],
]

describe.each(calls)('%s', (_what, call, make) => {
  it.each(['photo', 'photo.', '.jpg', 'IMG 0001', 'holiday.jpg/photo', 'my.trip to the sea', 'ภาพ'])(
    'whose name has no ending is not taken, of a member or a guest: %s',
    async (fileName) => {
      const { token } = await server.member()
      for (const who of [{}, { token }])
        expect(await upload(server, call, await make(), { fileName, ...who })).toMatchObject({
          status: 415,
          message: 'FILE_NOT_SUPPORTED',
          json: { field: 'file' },
        })
    },
  )

  it.each(['a.b', 'slip.png.html', 'ภาพถ่าย.jpg', 'my trip.jpeg', '', null])(
    'of any ending, or without a name, is taken: %s',
    async (fileName) => {
      expect(await upload(server, call, await make(), { fileName })).toMatchObject({ status: 200 })
    },
  )
})

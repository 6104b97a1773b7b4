import { uploadChatImage } from '@kapao/contract/chat'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { newTransRef, sendSlip, slipPng } from '../../test/slip-pictures.ts'
import { newPicture, upload } from '../../test/uploads.ts'

const disk = vi.hoisted(() => ({ isFull: false }))
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs')>()
  const { createWriteStream } = original
  return {
    ...original,
    createWriteStream: (...args: Parameters<typeof createWriteStream>) =>
      disk.isFull ? createWriteStream('/dev/full') : createWriteStream(...args),
  }
})

let server: TestServer
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer('th', { onLogLine: (line) => void lines.push(line) })
})
afterAll(() => server.stop())
beforeEach(() => {
  disk.isFull = true
  lines.length = 0
})

const errors = () => lines.filter((line) => line.includes('"level":50') && line.includes('ENOSPC'))

it('a slip that the disk does not take is no fault of the sender’s, and is told to whoever runs this', async () => {
  const slip = await slipPng(newTransRef())
  const member = await server.member()
  expect(await sendSlip(server, member, slip)).toMatchObject({ status: 500, message: 'SLIP_UPLOAD_FAIL' })
  expect(errors()).toHaveLength(1)
  disk.isFull = false
  expect(await sendSlip(server, member, slip)).toMatchObject({ status: 200 })
})

it('nor is a picture of the chat’s', async () => {
  const { token } = await server.member()
  const answer = await upload(server, uploadChatImage, await newPicture(), { token })
  expect(answer).toMatchObject({ status: 500, message: 'INTERNAL_SERVER_ERROR' })
  expect(errors()).toHaveLength(1)
})

import { readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getSlipUrl, listSlips } from '@kapao/contract/slip'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { newTransRef, sendSlip, slipPng } from '../../test/slip-pictures.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { newFileName } from '../files/disk-store.ts'
import { forgetUploads, removeForgottenUploads } from '../files/receive.ts'
import { UPLOADS_FOLDER } from '../files/uploads-folder.ts'
import { tidyPictures } from './tidy-pictures.ts'
import { SLIP_MARK } from './upload.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  server = await startTestServer()
  await server.set('slipPictureDays', 30)
  member = await server.member()
})
afterAll(() => server.stop())

const tidy = () => tidyPictures(server.database, server.operator.current(), server.files)

/** Every kept file, by its path under the folder. */
async function kept(): Promise<readonly string[]> {
  const all = await readdir(server.config.filesFolder, { recursive: true })
  return all.filter((path) => path.includes('.'))
}

async function makeOld(path: string, days = 2): Promise<void> {
  const then = new Date(Date.now() - days * 86_400_000)
  await utimes(path, then, then)
}

async function handIn() {
  const { reference = '' } = await sendSlip(server, member, await slipPng(newTransRef()))
  const [row] = await server.database.query<{ fileName: string }>(
    'select file_name from slip where reference = $1',
    [reference],
  )
  const fileName = row?.fileName ?? ''
  return { reference, fileName, path: join(server.config.filesFolder, fileName.slice(0, 2), fileName) }
}

const end = (reference: string, days: number) =>
  server.database.query(
    `update slip set state = 'refused', reason = 'INVALID_SLIP', ended_at = now() - make_interval(days => $2) where reference = $1`,
    [reference, days],
  )
const urlOf = (reference: string) => server.ask(getSlipUrl, { params: { reference }, token: member.token })

describe('the picture of a slip', () => {
  it('goes when its days are over, and the slip stays', async () => {
    const [old, recent, waiting] = [await handIn(), await handIn(), await handIn()]
    await end(old.reference, 31)
    await end(recent.reference, 29)
    for (const { path } of [old, recent, waiting]) await makeOld(path, 60)
    await tidy()
    expect(await server.files.get(old.fileName)).toBeNull()
    expect(await server.files.get(recent.fileName)).not.toBeNull()
    expect(await server.files.get(waiting.fileName)).not.toBeNull()
    expect(await urlOf(old.reference)).toMatchObject({ ok: false, message: 'NO_DATA' })
    expect(await urlOf(recent.reference)).toMatchObject({ ok: true })
    const { slips } = await server.give(listSlips, { body: { page: 1, limit: 10 }, token: member.token })
    expect(slips.find((slip) => slip.reference === old.reference)).toMatchObject({
      status: 'FAILED',
      note: 'INVALID_SLIP',
    })
    await tidy()
  })
})

describe('what a crash leaves behind', () => {
  it('is removed after a day when no slip has it, and other files are left alone', async () => {
    const owned = await handIn()
    await makeOld(owned.path)
    const [orphan, young] = [newFileName('jpg', SLIP_MARK), newFileName('jpg', SLIP_MARK)]
    const another = newFileName('jpg')
    for (const name of [orphan, young, another]) await server.files.put(name, Buffer.from('x'))
    const pathOf = (name: string) => join(server.config.filesFolder, name.slice(0, 2), name)
    const half = `${pathOf(another)}.part`
    const halfOfNow = `${pathOf(young)}.part`
    await writeFile(half, 'x')
    await writeFile(halfOfNow, 'x')
    for (const path of [pathOf(orphan), pathOf(another), half]) await makeOld(path)
    await tidy()
    const left = (await kept()).map((path) => join(server.config.filesFolder, path))
    expect(left).toContain(owned.path)
    expect(left).toContain(pathOf(young))
    expect(left).toContain(pathOf(another))
    expect(left).toContain(halfOfNow)
    expect(left).not.toContain(pathOf(orphan))
    expect(left).not.toContain(half)
    expect(dirname(owned.path)).not.toBe(server.config.filesFolder)
  })

  it('in the folder of uploads under way goes after an hour', async () => {
    const folder = await temporaryFolder('forgotten')
    await writeFile(join(folder, 'old'), 'x')
    await writeFile(join(folder, 'new'), 'x')
    const then = new Date(Date.now() - 3_601_000)
    await utimes(join(folder, 'old'), then, then)
    await removeForgottenUploads(folder)
    expect(await readdir(folder)).toEqual(['new'])
    await removeForgottenUploads(join(folder, 'none'))
  })

  it('there goes also where no worker is: the API looks at its start, and again and again', async () => {
    const folder = await temporaryFolder('of-the-api')
    const forget = async () => {
      await writeFile(join(folder, 'old'), 'x')
      const then = new Date(Date.now() - 3_601_000)
      await utimes(join(folder, 'old'), then, then)
    }
    await forget()
    const onError = vi.fn()
    const forgotten = forgetUploads(onError, { folder, everyMs: 10 })
    for (let times = 0; times < 2; times += 1) {
      await expect.poll(() => readdir(folder)).toEqual([])
      await forget()
    }
    await expect.poll(() => readdir(folder)).toEqual([])
    forgotten.stop()
    expect(onError).not.toHaveBeenCalled()
  })
})

it('an upload leaves nothing in the folder of uploads under way', async () => {
  const folder = UPLOADS_FOLDER
  const before = new Set(await readdir(folder))
  await handIn()
  await sendSlip(server, member, Buffer.from('no picture'))
  await sendSlip(server, member, (await slipPng(newTransRef())).subarray(0, 900))
  const more = (await readdir(folder)).filter((name) => !before.has(name))
  // Other tests upload at the same time: what is left of ours would still be there.
  await expect.poll(async () => (await readdir(folder)).filter((name) => more.includes(name))).toEqual([])
})

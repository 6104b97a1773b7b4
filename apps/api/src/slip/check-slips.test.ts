import { slipReasons } from '@kapao/contract/slip'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseDecimal } from '../../test/amounts.ts'
import type { TestMember, TestServer } from '../../test/server.ts'
import {
  newTransRef,
  sendSlip,
  slipPage,
  slipPayload,
  slipPng,
  transferAtBank,
} from '../../test/slip-pictures.ts'
import { handInAndJudge, onSlipServer, outcomeOf } from '../../test/slips.ts'
import { checkSlipsDue } from './check-slips.ts'

let server: TestServer
let member: TestMember

onSlipServer((started) => {
  server = started
})
beforeEach(async () => {
  member = await server.member()
})

const outcome = (of = member) => outcomeOf(server, of)
const handIn = (picture: Buffer, of = member) => handInAndJudge(server, of, picture)

const lastHourAndMore = () =>
  server.database.query(
    "update slip set created_at = now() - interval '61 minutes', checks = 60 where state = 'waiting'",
  )
const reached = new Set<string>()

describe('each reason is reached by', () => {
  const cases: readonly (readonly [string, string, () => Promise<void>])[] = [
    [
      'UPLOADED_FILE_NOT_EXIST',
      'a picture that is lost',
      async () => {
        await sendSlip(server, member, await slipPng(newTransRef()))
        const [row] = await server.database.query<{ fileName: string }>(
          "select file_name from slip where state = 'waiting'",
        )
        await server.files.remove(row?.fileName ?? '')
        await server.judgeSlips()
      },
    ],
    [
      'IMG_SIZE_UNABLE_TO_PROCESS',
      'a picture as small as a stamp',
      async () =>
        handIn(
          await sharp(await slipPng(newTransRef()))
            .resize(40)
            .png()
            .toBuffer(),
        ),
    ],
    [
      'CANNOT_READ_CROPPED_IMAGE',
      'a slip without its code',
      async () =>
        handIn(
          await (await slipPage(slipPayload('A1')))
            .extract({ left: 0, top: 0, width: 720, height: 1_000 })
            .png()
            .toBuffer(),
        ),
    ],
    [
      'INVALID_SLIP',
      'a code with a wrong checksum',
      async () => handIn(await (await slipPage(`${slipPayload('A1').slice(0, -4)}0000`)).png().toBuffer()),
    ],
    [
      'UNSTABLE_REFNO_ON_SLIP',
      'two slips in one picture',
      async () =>
        handIn(
          await (await slipPage(slipPayload(newTransRef()), slipPayload(newTransRef()))).png().toBuffer(),
        ),
    ],
    [
      'TRIPPLE_WRONG_CAPTCHA',
      'three wrong captchas',
      async () => {
        const event = transferAtBank(server, member, '10.00')
        server.gateways.bank.lookups.push(
          ...Array.from({ length: 3 }, () => ({ kind: 'wrong-captcha' }) as const),
        )
        await handIn(await slipPng(event.transRef))
        expect(await outcome()).toEqual(['PENDING', ''])
        await server.judgeSlips()
        await server.judgeSlips()
      },
    ],
    [
      'SLIP_REFNO_DUPLICATED',
      'a slip for the second time',
      async () => {
        const event = transferAtBank(server, member, '10.00')
        await handIn(await slipPng(event.transRef))
        expect(await outcome()).toEqual(['SUCCESS', ''])
        await handIn(await slipPng(event.transRef))
        expect(await server.balance(member)).toBe(parseDecimal('10.00'))
      },
    ],
    [
      'EXPIRED_SLIP',
      'a transfer of more than an hour ago',
      async () => {
        const at = new Date(Date.now() - 3_660_000).toISOString()
        await handIn(await slipPng(transferAtBank(server, member, '10.00', { at }).transRef))
      },
    ],
    [
      'DEST_ACC_INVALID',
      'a transfer to somebody else',
      async () => {
        const to = { bankCode: 'KBANK', bankAccountNo: '1112223334' }
        await handIn(await slipPng(transferAtBank(server, member, '10.00', { to }).transRef))
      },
    ],
    [
      'NOT_MATCH',
      'another member’s transfer',
      async () => {
        const event = transferAtBank(server, await server.member(), '10.00')
        await handIn(await slipPng(event.transRef))
      },
    ],
    [
      'UNKNOW_ERROR',
      'a bank that says nothing for an hour',
      async () => {
        server.gateways.bank.lookups.push(
          { kind: 'unknown', reason: 'TimeoutError' },
          { kind: 'unknown', reason: 'TimeoutError' },
        )
        await handIn(await slipPng(newTransRef()))
        expect(await outcome()).toEqual(['PENDING', ''])
        await lastHourAndMore()
        await server.judgeSlips()
      },
    ],
  ]
  it.each(cases)('%s: %s', async (reason, _what, happen) => {
    await happen()
    expect(await outcome()).toEqual(['FAILED', reason])
    reached.add(reason)
  })

  it('and none is left out', () => {
    expect([...reached].toSorted()).toEqual([...slipReasons].toSorted())
  })
})

it('a slip of the wallet is told to be of another account at once, and support finds its reference', async () => {
  const ofWallet = '00490002010102010203P2P0314500012345678900408211120269104022e'
  await handIn(await (await slipPage(ofWallet)).png().toBuffer())
  expect(await outcome()).toEqual(['FAILED', 'NOT_MATCH'])
  const [kept] = await server.database.query(
    'select sending_bank, trans_ref from slip where member_id = $1 order by id desc limit 1',
    [member.id],
  )
  expect(kept).toEqual({ sendingBank: 'TRUEMONEY', transRef: '50001234567890' })
})

describe('a picture that is too much to read', () => {
  const givesUp = { read: async () => null, close: async () => undefined }

  it('is tried once more, as the machine may have been busy, and then fails', async () => {
    await sendSlip(server, member, await slipPng(newTransRef()))
    await server.judgeSlips(givesUp)
    expect(await outcome()).toEqual(['PENDING', ''])
    await server.judgeSlips(givesUp)
    expect(await outcome()).toEqual(['FAILED', 'IMG_SIZE_UNABLE_TO_PROCESS'])
  })

  it('is credited all the same when it can be read the second time', async () => {
    const event = transferAtBank(server, member, '15.00')
    await sendSlip(server, member, await slipPng(event.transRef))
    await server.judgeSlips(givesUp)
    await server.judgeSlips()
    expect(await outcome()).toEqual(['SUCCESS', ''])
  })
})

it('a member who hands in many slips at once does not keep another’s waiting for all of them', async () => {
  const other = await server.member()
  const event = transferAtBank(server, other, '25.00')
  for (let at = 0; at < 6; at += 1) await sendSlip(server, member, await slipPng(newTransRef()))
  await sendSlip(server, other, await slipPng(event.transRef))
  await server.database.query("update slip set next_check_at = now() where state = 'waiting'")
  const { database, operator, files, reader, log } = server
  const { providers, bank } = server.gateways
  await checkSlipsDue({ database, operator, providers, bank, files, reader, log })
  expect(await outcome(other)).toEqual(['SUCCESS', ''])
  await server.database.query("delete from slip where state = 'waiting'")
})

describe('a slip waits', () => {
  it('for a transfer that the bank does not know yet, and is credited when it does', async () => {
    const transRef = newTransRef()
    await handIn(await slipPng(transRef))
    expect(await outcome()).toEqual(['PENDING', ''])
    transferAtBank(server, member, '70.00', { transRef })
    server.gateways.bank.lookups.push({ kind: 'pending' })
    await server.judgeSlips()
    expect(await outcome()).toEqual(['PENDING', ''])
    await server.judgeSlips()
    expect(await outcome()).toEqual(['SUCCESS', ''])
    expect(await server.balance(member)).toBe(parseDecimal('70.00'))
  })

  it('no longer than its hour', async () => {
    await handIn(await slipPng(newTransRef()))
    await lastHourAndMore()
    await server.judgeSlips()
    expect(await outcome()).toEqual(['FAILED', 'EXPIRED_SLIP'])
  })

  it('longer than its hour where no worker was up to look for it', async () => {
    const event = transferAtBank(server, member, '30.00')
    await sendSlip(server, member, await slipPng(event.transRef))
    await server.database.query(
      "update slip set created_at = now() - interval '61 minutes' where state = 'waiting'",
    )
    // Everybody's slips are looked for at once, and the bank turns some away.
    server.gateways.bank.lookups.push({ kind: 'unknown', reason: 'HTTP 429' }, { kind: 'pending' })
    await server.judgeSlips()
    await server.judgeSlips()
    expect(await outcome()).toEqual(['PENDING', ''])
    await server.judgeSlips()
    expect(await outcome()).toEqual(['SUCCESS', ''])
  })

  it('through two wrong captchas, also when there is a third that does not follow them', async () => {
    const event = transferAtBank(server, member, '10.00')
    const wrong = { kind: 'wrong-captcha' } as const
    server.gateways.bank.lookups.push(wrong, wrong, { kind: 'pending' }, wrong)
    await handIn(await slipPng(event.transRef))
    for (let turn = 0; turn < 4; turn += 1) await server.judgeSlips()
    expect(await outcome()).toEqual(['SUCCESS', ''])
  })

  it('with back-off, claimed by one worker at a time, and outlives a worker that dies', async () => {
    const event = transferAtBank(server, member, '10.00')
    await sendSlip(server, member, await slipPng(event.transRef))
    const dies = { findTransfer: server.gateways.bank.findTransfer }
    server.gateways.bank.findTransfer = async () => {
      throw new Error('the process died')
    }
    await expect(server.judgeSlips()).rejects.toThrow('the process died')
    server.gateways.bank.findTransfer = dies.findTransfer
    const [row] = await server.database.query<{ isLeased: boolean }>(
      "select next_check_at > now() + interval '20 seconds' as is_leased from slip where state = 'waiting'",
    )
    expect(row?.isLeased).toBe(true)
    await server.judgeSlips()
    expect(await outcome()).toEqual(['SUCCESS', ''])
  })
})

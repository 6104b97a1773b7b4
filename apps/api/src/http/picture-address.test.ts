import { listBonuses } from '@kapao/contract/bonus'
import { listInviteBanners } from '@kapao/contract/invite'
import { lookupContact } from '@kapao/contract/lookup'
import { listRefundBanners } from '@kapao/contract/refund'
import { getWallet, refreshSlots } from '@kapao/contract/wallet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '../../test/server.ts'
import { pictureAt } from './picture-address.ts'

let server: TestServer
let member: TestMember

beforeAll(async () => {
  const environment = { KAPAO_ALLOWED_ORIGINS: 'https://wallet.example' }
  server = await startTestServer('th', { environment })
  member = await server.member()
  await server.set('contact', { ...server.operator.current().contact, lineQR: '/art/line.svg' })
})
afterAll(() => server.stop())

async function picturesFor(origin: string) {
  const asking = { token: member.token, headers: { origin, host: 'api.example' } }
  const banners = [
    ...(await server.give(listInviteBanners, asking)).banners,
    ...(await server.give(listRefundBanners, asking)).banners,
    ...(await server.give(listBonuses, asking)).bonuses.flatMap((bonus) => bonus.banners),
  ]
  const games = [
    ...(await server.give(getWallet, asking)).slots,
    ...(await server.give(refreshSlots, asking)).slots,
  ]
  const { lineQR } = await server.give(lookupContact, asking)
  return [
    lineQR,
    ...banners.map(({ image }) => image),
    ...games.flatMap(({ logo, background }) => [logo, background]),
  ]
}

it('a wallet of another origin is told where our pictures are, and ours by what path', async () => {
  const elsewhere = await picturesFor('https://wallet.example')
  const ours = await picturesFor('http://api.example')
  expect(elsewhere.length).toBeGreaterThan(20)
  for (const picture of ours) expect(picture).toMatch(/^\/art\/[\w-]+\.svg$/)
  expect(elsewhere).toEqual(ours.map((picture) => `http://api.example${picture}`))
  // What is written once for ours is not what theirs is told.
  expect(await picturesFor('https://wallet.example')).toEqual(elsewhere)
})

it.each([
  'https://cdn.example/a.svg',
  '//cdn.example/a.svg',
  '/\\cdn.example',
  'data:image/png;base64,AA==',
  '',
])('what is no path of ours stays as it is: %j', (picture) => {
  expect(pictureAt('https://api.example', picture)).toBe(picture)
})

// What the five films of /howto show. Each is a member of their own in a Kapao of its own, doing what its three steps say.
import { expect } from '@playwright/test'
import { openBonuses } from '../bonuses.ts'
import { type LoggedIn, openGame, payIn } from '../member.ts'
import type { Player } from '../player.ts'
import { readQr } from '../qr-reader.ts'
import type { Sandbox } from '../sandbox.ts'

export interface Scene {
  readonly player: Player
  readonly sandbox: Sandbox
  /** Says one of the topic's three steps, and gives time to read it. */
  readonly say: (step: 1 | 2 | 3) => Promise<void>
  /** Time to see what has just happened. */
  readonly look: () => Promise<void>
}

interface Film {
  /** What is so before the film begins. */
  readonly before?: (member: LoggedIn, scene: Pick<Scene, 'player' | 'sandbox'>) => Promise<void>
  readonly startsAt: string
  readonly play: (scene: Scene) => Promise<void>
}

const game = { code: 'PG', name: 'Lotus Lantern', group: 'slot' } as const

async function type({ player }: Scene, key: string, baht: string): Promise<void> {
  await player.field(key).pressSequentially(player.typed(baht), { delay: 120 })
}

const wallet: Film = {
  startsAt: '/user/home',
  async play(scene) {
    const { player, sandbox, say, look } = scene
    await say(1)
    await player.openDeposit()
    await look()
    await player.chooseWay('KBANK')
    await look()
    await type(scene, 'deposit.amount', '500')
    await player.button('deposit.create').click()
    const picture = player.qrPicture('500.00')
    await expect(picture).toBeVisible()
    await say(2)
    await sandbox.payQr(await readQr(picture), player.member)
    await expect(player.heading('deposit.paid-title')).toBeVisible()
    await look()
    await player.button('deposit.done').click()
    await look()
    await say(3)
    await player.button('home.withdraw').click()
    await look()
    await type(scene, 'withdraw.amount', '200')
    await player.press(player.sheet('withdraw.title'), 'withdraw.withdraw')
    await look()
    await player.button('withdraw.confirm').click()
    await expect(player.sheet('withdraw.requested-title')).toBeVisible()
    await look()
    await player.button('withdraw.ok').click()
  },
}

const entering: Film = {
  startsAt: '/user/home',
  before: async (member, { player }) => payIn(player.kapao, member, 500),
  async play(scene) {
    const { player, say, look } = scene
    await say(1)
    await player.openGameSheet(game.group, game.name)
    await look()
    await player.button('games.open-account').click()
    await expect(player.button('games.show-password')).toBeVisible()
    await look()
    await say(2)
    const sheet = player.page.getByRole('dialog', { name: game.name, exact: true })
    await player.press(sheet, 'games.transfer')
    await look()
    await type(scene, 'transfer.amount', '200')
    await player.press(player.sheet('transfer.title'), 'transfer.title')
    await expect(player.sheet('transfer.moved-title')).toBeVisible()
    await look()
    await player.button('transfer.ok').click()
    await look()
    await say(3)
    await player.openGameSheet(game.group, game.name)
    await player.button('games.show-password').click()
    await look()
  },
}

const balance: Film = {
  startsAt: '/user/home',
  async before(member, { player, sandbox }) {
    await payIn(player.kapao, member, 500)
    const username = await openGame(player.kapao, member, game.code)
    await player.call('POST', '/wallet/transfer', {
      from: 'WALLET',
      to: game.code,
      amount: player.worth(200),
    })
    await sandbox.play(game.code, username, 75)
  },
  async play({ player, say, look }) {
    await say(1)
    await say(2)
    await player.button('home.check').click()
    await look()
    await look()
    await say(3)
    await player.goToStatement()
    await expect(player.page.getByRole('article').first()).toBeVisible()
    await look()
    await look()
  },
}

const receiving: Film = {
  startsAt: '/user/bonus',
  async play(scene) {
    const { player, say, look } = scene
    await say(1)
    await player.button('bonus.details').first().click()
    await look()
    await player.button('bonus.activate').click()
    await look()
    await say(2)
    await payIn(player.kapao, { ...player.member, token: await player.token() }, 200)
    await player.goHome()
    await player.button('home.check').click()
    await look()
    await look()
    await say(3)
    await player.button('home.withdraw').click()
    await look()
    await look()
  },
}

const ending: Film = {
  startsAt: '/user/home',
  async before(member, { player }) {
    await openGame(player.kapao, member, game.code)
    await player.call('GET', '/bonus/activate/WELCOME100')
    await payIn(player.kapao, member, 200)
  },
  async play({ player, sandbox, say, look }) {
    await openBonuses(player)
    await say(1)
    await say(2)
    await player.call('POST', '/wallet/transfer', {
      from: 'WALLET',
      to: game.code,
      amount: player.worth(400),
    })
    const { username } = await player.call<{ username: string }>('GET', `/wallet/account/${game.code}`)
    await sandbox.play(game.code, username, -150)
    await player.goHome()
    await player.button('home.check').click()
    await look()
    await openBonuses(player)
    await look()
    await say(3)
    await player.button('bonus.cancel').click()
    await look()
    await look()
    await player.button('bonus.cancel-confirm').click()
    await look()
  },
}

/** By the topics of the page (apps/wallet/src/features/howto/videos.ts). */
export const films: Readonly<Record<string, Film>> = {
  wallet,
  game: entering,
  balance,
  bonus: receiving,
  end: ending,
}

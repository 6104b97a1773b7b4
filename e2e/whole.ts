// What every journey stands on: a whole Kapao per worker, so that a journey may switch on faults and change settings without
// disturbing another, and a phone to hold.
import { Books } from './books.ts'
import type { Region } from './builds.ts'
import { Kapao } from './kapao.ts'
import { join, type Member, newcomer, openGame, payIn } from './member.ts'
import { test as base } from './page-test.ts'
import { Player } from './player.ts'
import { Sandbox } from './sandbox.ts'
import type { Locale } from './words.ts'

type Journey = {
  /** The language of the phone's owner. */
  language: Locale
  sandbox: Sandbox
  books: Books
  /** Nobody yet: a visitor on a fresh phone. */
  visitor: Player
  /** A member of a moment ago, logged in on the home page, with an empty purse. */
  player: Player
  /** What `player` is made of, has in the wallet, and the games it has an account at. */
  wishes: Partial<Member>
  purse: number
  games: string[]
}
type Stage = { region: Region; kapao: Kapao }

export const test = base.extend<Journey, Stage>({
  region: ['th', { option: true, scope: 'worker' }],
  kapao: [
    async ({ region }, use) => {
      const kapao = await Kapao.find(region)
      await use(kapao)
      await kapao.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  language: ['en', { option: true }],
  wishes: [{}, { option: true }],
  purse: [0, { option: true }],
  games: [[], { option: true }],
  baseURL: async ({ kapao }, use) => use(kapao.addresses.url),
  sandbox: async ({ kapao }, use) => {
    const sandbox = new Sandbox(kapao.addresses.sandboxUrl)
    await use(sandbox)
    await sandbox.clearFaults()
  },
  books: async ({ kapao }, use) => {
    const books = await Books.open(kapao)
    await use(books)
    await books.close()
  },
  visitor: async ({ page, kapao, region, language }, use) => {
    await use(new Player(page, kapao, language, newcomer(region)))
  },
  player: async ({ page, kapao, region, language, wishes, purse, games }, use) => {
    const member = await join(kapao, newcomer(region, wishes))
    if (purse > 0) await payIn(kapao, member, purse)
    for (const code of games) await openGame(kapao, member, code)
    const player = new Player(page, kapao, language, member)
    await player.arrive(member.token)
    await use(player)
  },
})

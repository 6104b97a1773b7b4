import { walletFolder } from '../../scripts/page-builds.ts'
import type { Region } from '../builds.ts'
import { test as base } from '../page-test.ts'
import { OperatorServer } from './server.ts'

interface AtOperator {
  readonly country: Region
  /** Its API is on another host than the page. */
  readonly apart: boolean
  /** As the journeys see it; what moves is drawn for each frame, an eighth of all work, and most tests ask about something else. */
  readonly moves: boolean
  readonly operator: OperatorServer
}

/** The wallet of a country before another operator's server, one for each test. */
export const test = base.extend<AtOperator>({
  country: ['th', { option: true }],
  apart: [false, { option: true }],
  moves: [false, { option: true }],
  contextOptions: async ({ moves }, use) => use({ reducedMotion: moves ? 'no-preference' : 'reduce' }),
  operator: async ({ country, apart }, use) => {
    const operator = await OperatorServer.start(walletFolder(country), { apart })
    await use(operator)
    await operator.stop()
  },
  baseURL: async ({ operator }, use) => use(operator.url),
})

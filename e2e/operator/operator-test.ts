import { walletFolder } from '../../scripts/page-builds.ts'
import type { Region } from '../builds.ts'
import { test as base } from '../page-test.ts'
import { OperatorServer } from './server.ts'

/** The wallet of a country before another operator's server, one for each test; with `apart` its API is on another host than the page. */
export const test = base.extend<{ country: Region; apart: boolean; operator: OperatorServer }>({
  country: ['th', { option: true }],
  apart: [false, { option: true }],
  operator: async ({ country, apart }, use) => {
    const operator = await OperatorServer.start(walletFolder(country), { apart })
    await use(operator)
    await operator.stop()
  },
  baseURL: async ({ operator }, use) => use(operator.url),
})

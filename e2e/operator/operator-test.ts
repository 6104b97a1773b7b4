import { test as base } from '@playwright/test'
import { walletFolder } from '../../scripts/page-builds.ts'
import { OperatorServer } from './server.ts'

/** The wallet before another operator's server, one for each test; with `apart` its API is on another host than the page. */
export const test = base.extend<{ apart: boolean; operator: OperatorServer }>({
  apart: [false, { option: true }],
  operator: async ({ apart }, use) => {
    const operator = await OperatorServer.start(walletFolder('th'), { apart })
    await use(operator)
    await operator.stop()
  },
  baseURL: async ({ operator }, use) => use(operator.url),
})

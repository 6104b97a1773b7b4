import { test as base } from '@playwright/test'
import { walletFolder } from '../../scripts/page-builds.ts'
import { OperatorServer } from './server.ts'

/** The wallet before another operator's server, one for each test. */
export const test = base.extend<{ operator: OperatorServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants the fixtures that it stands on, and there are none.
  operator: async ({}, use) => {
    const operator = await OperatorServer.start(walletFolder('th'))
    await use(operator)
    await operator.stop()
  },
  baseURL: async ({ operator }, use) => use(operator.url),
})

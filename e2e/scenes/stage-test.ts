import { test as base } from '@playwright/test'
import { walletFolder } from '../../scripts/page-builds.ts'
import { OperatorServer } from '../operator/server.ts'
import { Stage } from './scene.ts'

/** A stage of a test's own, in a window that can take any size. */
export const test = base.extend<{ operator: OperatorServer; stage: Stage }>({
  isMobile: false,
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants the fixtures that it stands on, and there are none.
  operator: async ({}, use) => {
    const operator = await OperatorServer.start(walletFolder('th'))
    await use(operator)
    await operator.stop()
  },
  baseURL: async ({ operator }, use) => use(operator.url),
  stage: async ({ page, operator }, use) => use(new Stage(page, operator)),
})

import { test as base } from '../operator/operator-test.ts'
import { Stage } from './scene.ts'

/** A stage of a test's own, in a window that can take any size. */
export const test = base.extend<{ stage: Stage }>({
  isMobile: false,
  moves: true,
  stage: async ({ page, operator, country }, use) => use(new Stage(page, operator, country)),
})

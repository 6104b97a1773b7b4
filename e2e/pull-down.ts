import type { Page } from '@playwright/test'
import { drag } from './drag.ts'

/** A finger that pulls the page down and lets go. */
export const pullDown = (page: Page): Promise<void> => drag(page, { x: 180, y: 200 }, { x: 0, y: 260 })

// Whether a page is for everybody, as far as a machine can tell.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Locale } from './words.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The second theme is the same page in other colours, which know no language: one language wears it. */
export const themeOf = { th: 'dark', la: 'dark', en: 'light' } as const satisfies Record<Locale, string>

/** Contrast is judged when nothing moves any more. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  )
}

export async function violations(page: Page): Promise<string[]> {
  await settle(page)
  // Without the page of its own that axe would open each time, for frames of other sites: there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  // The operator's own HTML begins at whatever level of heading the operator likes.
  axe.disableRules(['heading-order']).withTags(rules)
  // Behind a sheet nothing can be reached, and the page without it has its own turn.
  if ((await page.locator('dialog[open]').count()) > 0) axe.include('dialog[open]')
  const found = await axe.analyze()
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${page.url()} ${id}: ${target.join(' ')} ${failureSummary ?? ''}`,
    ),
  )
}

// What each page, sheet and part weighs over the page that it is opened from: the figures that the check refuses a change by.
import { weighBuild } from '../../scripts/wallet-weights.ts'
import type { Report } from './report.ts'

export function weighParts(folder: string, report: Report): void {
  for (const { name, bytes, budget } of weighBuild(folder))
    report.judge(name, bytes / 1_000, budget / 1_000, 'KB')
}

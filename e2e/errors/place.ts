// Every place of the wallet that can come to show what a server refused, and how a player gets there. The server is another operator's
// (operator/server.ts), so nothing here may need a field that only ours has.

import type { Call } from '@kapao/contract/call'
import type { RefusalCode } from '@kapao/contract/codes'
import type { Locator, Page } from '@playwright/test'
import { builds, qrWays, type Region, typed, type Way } from '../builds.ts'
import { TOKEN } from '../operator/answers.ts'
import type { Trouble } from '../operator/server.ts'
import { countryOf, leaveApp } from '../scenes/scene.ts'
import { type Locale, type Words, wordsIn } from '../words.ts'
import type { Given } from './given.ts'

export interface Hand {
  readonly page: Page
  readonly words: Words
  readonly country: Region
}

export interface Place {
  readonly name: string
  readonly call: Call
  /** Goes there as somebody who is logged in, or not. */
  readonly open: (hand: Hand) => Promise<void>
  /** Has the call sent. */
  readonly act: (hand: Hand) => Promise<void>
  /** Takes away what was said, where that is in the way of the next try. */
  readonly clear?: (hand: Hand) => Promise<void>
  /** Where the place says it in words of its own: the key of its text, by the code or by the kind of failure. */
  readonly own?: Readonly<Record<string, string>>
  /** The same in the Laos build, where its words differ. */
  readonly ownInLaos?: Readonly<Record<string, string>>
  /** Codes that say that what was wanted is so already: the place goes on. */
  readonly passes?: readonly string[]
  /** What is seen as long as the next try can be made from here; where it is gone, the place is opened anew. */
  readonly sign?: (hand: Hand) => Locator
  readonly isVisitor?: boolean
  /** Not in the Laos build. */
  readonly isThai?: boolean
  /** Where no answer comes, it may have gone through: the words lead to the statement. */
  readonly movesMoney?: boolean
  /** The key of those words, where they lead elsewhere. */
  readonly perhapsDone?: string
  /** Where the failure's own words are to stand: in the page, in a toast, or in a dialog. */
  readonly shown?: 'inline' | 'toast' | 'dialog'
  /** What it says whatever happened. */
  readonly says?: string
  /** It is asked without a press: then two or three troubles show that it is told, and the others are told in the same way. */
  readonly isRead?: boolean
  /** What the server answers otherwise, where that is not its usual answer. */
  readonly given?: Given
  /** How this call is refused, where not by a failed answer with the code as its message. */
  readonly refuses?: (code: string) => Trouble
  /** Codes that come in that way, and are none of the call's refusals. */
  readonly more?: readonly RefusalCode[]
}

const reach = (page: Page): Locator => page.locator('dialog[open], body:not(:has(dialog[open]))')

/** At the operator's, before any page of the wallet; logged in but for a visitor. */
export async function arrive(page: Page, locale: Locale, isVisitor: boolean): Promise<Hand> {
  await page.goto('/icon.svg')
  const stored = { locale, 'remember-agreement': 'true', ...(isVisitor ? {} : { token: TOKEN }) }
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
  return { page, words: wordsIn(locale), country: countryOf(locale) }
}

export const button = ({ page, words }: Hand, key: string): Locator =>
  reach(page)
    .getByRole('button', { name: words(key), exact: true })
    .last()
export const press = (key: string) => (hand: Hand) => button(hand, key).click()
export const field = ({ page, words }: Hand, key: string): Locator =>
  page.getByRole('textbox', { name: words(key), exact: true })
/** As nobody who was here before: a sheet that was open would come back with its page, and the wizard goes on where it was. */
export async function goAfresh({ page }: Hand, path: string): Promise<void> {
  await leaveApp(page)
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(path)
}
/** So many baht, or what they are in kip. */
export const fillMoney = (hand: Hand, key: string, baht: string) =>
  field(hand, key).fill(typed(builds[hand.country].currency, baht))
/** A way to pay in. In Laos a code goes by the bank behind it; they stand in the same order. */
const way =
  (key: Way) =>
  ({ page, words }: Hand): Locator => {
    const rows = page.getByRole('button')
    const named = rows.filter({ hasText: words(`deposit.way-${key}`) }).first()
    const place = qrWays.indexOf(key)
    return place < 0 ? named : named.or(rows.filter({ hasText: 'LAO QR' }).nth(place))
  }
export const chooseWay = (key: Way) => (hand: Hand) => way(key)(hand).click()
/** It may lie over what is to be pressed next. */
export const closeToast = ({ page }: Hand) =>
  page.locator('[data-toaster]').getByRole('button').first().click()

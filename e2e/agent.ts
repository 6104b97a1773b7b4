// Somebody at the support desk, logged in as one of the demo staff: before a wide screen with a keyboard, or with a phone.
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import type { ChatFile } from './chat-files.ts'
import type { Kapao } from './kapao.ts'
import { type Locale, type Words, wordsIn } from './words.ts'

export const STAFF_PASSWORD = 'kapao-desk-1'
/** What the browser asks for: the desk begins in its language. */
const tagOf: Readonly<Record<Locale, string>> = { th: 'th-TH', la: 'lo-LA', en: 'en-GB' }

type StaffName = 'demo' | 'demo-admin'
interface Arrival {
  name?: StaffName
  locale?: Locale
  phone?: boolean
  dark?: boolean
}

export class Agent {
  readonly page: Page
  readonly context: BrowserContext
  readonly words: Words

  private constructor(page: Page, context: BrowserContext, locale: Locale) {
    this.page = page
    this.context = context
    this.words = wordsIn(locale, 'desk')
  }

  static async arrive(
    browser: Browser,
    kapao: Kapao,
    { name = 'demo', locale = 'en', phone = false, dark = true }: Arrival = {},
  ): Promise<Agent> {
    const context = await browser.newContext({
      baseURL: kapao.addresses.url,
      viewport: phone ? { width: 360, height: 740 } : { width: 1280, height: 800 },
      isMobile: phone,
      hasTouch: phone,
      locale: tagOf[locale],
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    })
    const agent = new Agent(await context.newPage(), context, locale)
    await agent.page.goto('/desk/')
    await agent.logIn(name)
    return agent
  }

  async logIn(name: StaffName): Promise<void> {
    await this.page.getByRole('textbox', { name: this.words('session.name') }).fill(name)
    await this.page
      .getByRole('textbox', { name: this.words('session.password'), exact: true })
      .fill(STAFF_PASSWORD)
    await this.button('session.log-in').click()
    await this.inbox.waitFor()
  }

  get inbox(): Locator {
    return this.page.getByRole('heading', { name: this.words('inbox.title') })
  }

  button(key: string): Locator {
    return this.page.getByRole('button', { name: this.words(key), exact: true })
  }

  /** What was said in the conversation that is open. */
  get said(): Locator {
    return this.page.getByRole('log')
  }

  row(text: string): Locator {
    return this.page.getByRole('list', { name: this.words('inbox.title') }).getByRole('link', { name: text })
  }

  async open(text: string): Promise<void> {
    await this.row(text).click()
    await this.said.waitFor()
  }

  /** Where the conversation that is open has its place, to come back to. */
  get place(): string {
    return new URL(this.page.url()).pathname
  }

  async comeBackTo(place: string): Promise<void> {
    await this.page.locator(`a[href="${place}"]`).click()
    await this.said.waitFor()
  }

  async write(text: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: this.words('thread.write') })
    await field.fill(text)
    await field.press('Enter')
  }

  async attach(file: ChatFile): Promise<void> {
    await this.page.getByTestId('attach').setInputFiles(file)
  }

  field(key: string): Locator {
    return this.page.getByRole('textbox', { name: this.words(key) })
  }

  async end({ asksRating = true } = {}): Promise<void> {
    await this.button('customer.end').click()
    const question = this.page.getByRole('alertdialog')
    if (!asksRating)
      await question.getByRole('checkbox', { name: this.words('customer.ask-rating') }).uncheck()
    await question.getByRole('button', { name: this.words('customer.end'), exact: true }).click()
    await this.page.getByText(this.words('customer.is-ended')).waitFor()
  }

  /** The menu behind the own name. */
  async openMenu(): Promise<void> {
    await this.page.getByRole('button', { name: /Kapao/ }).click()
  }

  async choose(key: string): Promise<void> {
    await this.openMenu()
    await this.page.getByRole('menuitem', { name: this.words(key), exact: true }).click()
  }

  /** What is made beside the conversation. */
  async send(panel: Locator): Promise<void> {
    await panel.getByRole('button', { name: this.words('thread.send'), exact: true }).click()
  }

  /** Opens a new message of this kind beside the conversation. */
  async make(kind: 'quick_replies' | 'buttons' | 'generic'): Promise<Locator> {
    await this.button('thread.template').click()
    const panel = this.page.getByRole('dialog')
    await panel.getByRole('button', { name: this.words(`message.kind-${kind}`), exact: true }).click()
    return panel
  }
}

// Somebody at the support desk: a wide screen with a keyboard, logged in as one of the demo staff.
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import type { Kapao } from './kapao.ts'
import { type Words, wordsIn } from './words.ts'

const password = 'kapao-desk-1'

export class Agent {
  readonly page: Page
  readonly context: BrowserContext
  readonly words: Words = wordsIn('en', 'desk')

  private constructor(page: Page, context: BrowserContext) {
    this.page = page
    this.context = context
  }

  static async arrive(browser: Browser, kapao: Kapao, name: 'demo' | 'demo-admin' = 'demo'): Promise<Agent> {
    const context = await browser.newContext({
      baseURL: kapao.addresses.url,
      viewport: { width: 1280, height: 800 },
      isMobile: false,
      hasTouch: false,
      locale: 'en-GB',
    })
    const agent = new Agent(await context.newPage(), context)
    await agent.page.goto('/desk/')
    await agent.page.getByRole('textbox', { name: agent.words('session.name') }).fill(name)
    await agent.page
      .getByRole('textbox', { name: agent.words('session.password'), exact: true })
      .fill(password)
    await agent.button('session.log-in').click()
    await agent.inbox.waitFor()
    return agent
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

  async write(text: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: this.words('thread.write') })
    await field.fill(text)
    await field.press('Enter')
  }

  async attach(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.getByTestId('attach').setInputFiles(file)
  }

  /** Opens a new message of this kind beside the conversation. */
  async make(kind: 'quick_replies' | 'buttons' | 'generic'): Promise<Locator> {
    await this.button('thread.template').click()
    const panel = this.page.getByRole('dialog')
    await panel.getByRole('button', { name: this.words(`message.kind-${kind}`), exact: true }).click()
    return panel
  }
}

// A player with a phone in the hand: what they see and press, by roles and by the words of their language.
import { expect, type Locator, type Page } from '@playwright/test'
import { qrWays, typed, type Way, worth, written } from './builds.ts'
import type { Kapao } from './kapao.ts'
import { call, type Member } from './member.ts'
import type { Row } from './statement-row.ts'
import { type Locale, nameOfLocale, type Words, wordsIn } from './words.ts'

/** A phone on which the agreement was read before: it stays out of the way of every journey that is not its own. */
const acceptedAgreement = { 'remember-agreement': 'true' } as const

export class Player {
  readonly page: Page
  readonly kapao: Kapao
  readonly member: Member
  #locale: Locale
  words: Words

  constructor(page: Page, kapao: Kapao, locale: Locale, member: Member) {
    this.page = page
    this.kapao = kapao
    this.member = member
    this.#locale = locale
    this.words = wordsIn(locale)
  }

  /** A call of the wire by the player's own session, beside the screen. */
  async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return call(this.kapao, method, path, { token: await this.token(), body })
  }

  /** That of a member whom the phone remembers; else an empty text. */
  async token(): Promise<string> {
    return (await this.page.evaluate(() => localStorage.getItem('token'))) ?? ''
  }

  get locale(): Locale {
    return this.#locale
  }

  /** The currency's name as this language writes it. */
  get currency(): string {
    return this.words(`app.currency-${this.member.currency}`)
  }

  /** As one who logged in before: token, language and the accepted agreement are in the phone's storage. */
  async arrive(token: string, path = '/user/home'): Promise<void> {
    await this.setStorage({ ...acceptedAgreement, token, locale: this.#locale })
    await this.page.goto(path)
  }

  /** Chooses the language without the menu, before the app is opened. */
  setLanguage(): Promise<void> {
    return this.setStorage({ ...acceptedAgreement, locale: this.#locale })
  }

  async setStorage(entries: Readonly<Record<string, string>>): Promise<void> {
    // A file of ours that runs no app.
    await this.page.goto('/icon.svg')
    await this.page.evaluate((pairs) => {
      for (const [key, value] of Object.entries(pairs)) localStorage.setItem(key, value)
    }, entries)
  }

  /** What can be touched: behind an open dialog nothing can. */
  get reach(): Locator {
    return this.page.locator('dialog[open], body:not(:has(dialog[open]))')
  }

  button(key: string, values?: Readonly<Record<string, string | number>>): Locator {
    return this.reach.getByRole('button', { name: this.words(key, values), exact: true })
  }

  field(key: string): Locator {
    // A required field has an asterisk behind its label, which is not part of the name.
    return this.page.getByRole('textbox', { name: this.words(key), exact: true })
  }

  choice(key: string): Locator {
    return this.page.getByRole('combobox', { name: this.words(key), exact: true })
  }

  /** A password field has no role; its label may end in the asterisk of what is required. */
  secret(key: string): Locator {
    return this.page.getByLabel(new RegExp(`^${literally(this.words(key))}( \\*)?$`))
  }

  sheet(key: string): Locator {
    return this.page.getByRole('dialog', { name: this.words(key), exact: true })
  }

  heading(key: string): Locator {
    return this.page.getByRole('heading', { name: this.words(key), exact: true })
  }

  link(key: string): Locator {
    return this.page.getByRole('link', { name: this.words(key), exact: true })
  }

  /** A button of this sheet, when one behind it has the same name. */
  async press(sheet: Locator, key: string): Promise<void> {
    await sheet.getByRole('button', { name: this.words(key), exact: true }).click()
  }

  /** A picture for people, where KAPAO_E2E_PICTURES says a folder. */
  async look(name: string): Promise<void> {
    const folder = process.env.KAPAO_E2E_PICTURES
    if (!folder) return
    const file = `${folder}/${this.member.currency === 'THB' ? 'th' : 'la'}-${this.#locale}-${name}.png`
    await this.page.screenshot({ path: file, animations: 'disabled' })
  }

  says(key: string, values?: Readonly<Record<string, string | number>>): Locator {
    return this.page.getByText(this.words(key, values), { exact: true })
  }

  alert(key: string, values?: Readonly<Record<string, string | number>>): Locator {
    return this.page.getByRole('alert').filter({ hasText: this.words(key, values) })
  }

  /** The language menu is named in the language that is on, which the phone's owner may not read. */
  async chooseLanguage(locale: Locale): Promise<void> {
    const now = await this.page.evaluate(() => document.documentElement.lang)
    const current: Locale = now === 'lo' ? 'la' : now === 'en' ? 'en' : 'th'
    const menu = `${wordsIn(current)('app.language')}: ${nameOfLocale[current]}`
    await this.page.getByRole('button', { name: menu, exact: true }).click()
    await this.page.getByRole('menuitemradio', { name: nameOfLocale[locale], exact: true }).click()
    this.#locale = locale
    this.words = wordsIn(locale)
    await expect(this.page.locator('html')).toHaveAttribute('lang', locale === 'la' ? 'lo' : locale)
  }

  async fillLogin(password = this.member.password): Promise<void> {
    await this.field('session.phone').fill(this.member.phone)
    await this.secret('session.password').fill(password)
  }

  async logIn({ remember = false } = {}): Promise<void> {
    await this.fillLogin()
    if (remember) await this.page.getByRole('checkbox', { name: this.words('session.remember') }).check()
    await this.button('session.log-in').click()
    await expect(this.page).toHaveURL(/\/user\/home$/)
    await this.agree()
  }

  /** The agreement comes by itself a moment after home does. */
  async agree(): Promise<void> {
    await this.look('agreement')
    await this.button('agreement.accept').click()
    await expect(this.sheet('agreement.title')).toBeHidden()
  }

  /** "1,234.50 THB" for "1,234.50" baht of the story, with the currency in the player's words. */
  money(baht: string): string {
    return `${this.figure(baht)} ${this.currency}`
  }

  /** The same without the currency. */
  figure(baht: string): string {
    return written(this.member.currency, baht)
  }

  typed(baht: string): string {
    return typed(this.member.currency, baht)
  }

  worth(baht: number): number {
    return worth(this.member.currency, baht)
  }

  get balanceCard(): Locator {
    return this.page.getByRole('region', { name: this.words('home.total'), exact: true })
  }

  async expectHome({ total, wallet, games = '0.00' }: { total: string; wallet: string; games?: string }) {
    const card = this.balanceCard
    // The label, the figure and the currency in a row, so that 1,250.25 is not taken for 250.25.
    await expect(card).toContainText(new RegExp(`(?<![\\d,.])${literally(this.money(total))}`))
    await expect(card.getByRole('definition')).toHaveText([this.money(wallet), this.money(games)])
  }

  async goHome(): Promise<void> {
    await this.#goTo('home')
  }

  async goToStatement(): Promise<void> {
    await this.#goTo('statement')
  }

  async #goTo(page: 'home' | 'statement'): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: this.words('app.menu'), exact: true })
    await menu.getByRole('link', { name: this.words(`app.menu-${page}`), exact: true }).click()
    await expect(this.page).toHaveURL(new RegExp(`/user/${page}$`))
  }

  /** The whole statement, newest first. */
  async expectStatement(rows: readonly Row[], how: { timeout?: number } = {}): Promise<void> {
    const texts = rows.map(({ type, amount, from, to, status, end, description = '' }) => {
      const way = end
        ? this.words(`statement.end-${end}`)
        : this.words('statement.way', { from: this.place(from), to: this.place(to) })
      const state = this.words(`statement.status-${end === 'taken' ? end : status}`)
      return `${this.words(`statement.type-${type}`)}${this.money(amount)}${way}${state}${description}`
    })
    const list = this.page.getByRole('article')
    await expect(list).toContainText(texts, how)
    await expect(list).toHaveCount(rows.length)
  }

  place(name: string): string {
    return ['BANK', 'WALLET', 'SYSTEM'].includes(name) ? this.words(`statement.place-${name}`) : name
  }

  /** Turns its carousel until the game is in the middle, and taps it. */
  async openGameSheet(group: 'slot' | 'sport' | 'lotto', name: string): Promise<void> {
    const carousel = this.page.getByRole('group', {
      name: this.words(`home.group-${group}`),
      exact: true,
    })
    const card = carousel.getByRole('button').filter({ hasText: name })
    const next = carousel.getByRole('button', { name: this.words('home.next-game'), exact: true })
    await expect(next).toBeVisible()
    for (let turns = 0; turns < 12; turns += 1) {
      if (!(await card.evaluate((element) => element.closest('[inert]') !== null))) break
      await next.click()
    }
    await card.click()
    await expect(this.page.getByRole('dialog', { name, exact: true })).toBeVisible()
  }

  async close(sheet: Locator): Promise<void> {
    await sheet
      .getByRole('button', { name: this.words('app.close'), exact: true })
      .first()
      .click()
    await expect(sheet).toBeHidden()
  }

  async openDeposit(): Promise<Locator> {
    await this.button('home.deposit').click()
    const sheet = this.sheet('deposit.title')
    await expect(sheet).toBeVisible()
    return sheet
  }

  /** In the list of ways; its name is the first thing that a row says. In Laos the codes go by the banks behind them, in the same order. */
  way(way: Way): Locator {
    const rows = this.page.getByRole('button')
    const place = qrWays.indexOf(way)
    return this.member.currency === 'THB' || place < 0
      ? rows.filter({ hasText: this.words(`deposit.way-${way}`) })
      : rows.filter({ hasText: 'LAO QR' }).nth(place)
  }

  async chooseWay(way: Way): Promise<void> {
    await this.way(way).click()
  }

  async createQr(baht: string): Promise<void> {
    await this.field('deposit.amount').fill(this.typed(baht))
    await this.button('deposit.create').click()
  }

  /** As when the screen is switched off: the page is hidden, and its timers do not fire. */
  async sleep(): Promise<void> {
    await this.#setVisibility('hidden')
    await this.page.context().setOffline(true)
  }

  async wake(): Promise<void> {
    await this.page.context().setOffline(false)
    await this.#setVisibility('visible')
  }

  async #setVisibility(state: 'hidden' | 'visible'): Promise<void> {
    await this.page.evaluate((to) => {
      Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
      Object.defineProperty(document, 'hidden', { value: to === 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  }

  /** The code on the screen for so much. */
  qrPicture(baht: string): Locator {
    const name = this.words('deposit.qr-alt', { amount: this.figure(baht), currency: this.currency })
    return this.page.getByRole('img', { name, exact: true })
  }
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

// The customer's side of the chat, by what is on the screen.
import { expect, type JSHandle, type Locator } from '@playwright/test'
import { type ChatFile, carried } from './chat-files.ts'
import type { Player } from './player.ts'

export class Customer {
  readonly player: Player

  constructor(player: Player) {
    this.player = player
  }

  get sheet(): Locator {
    return this.player.sheet('chat.title')
  }

  /** However much in it is unread. */
  get bubble(): Locator {
    return this.player.reach.getByRole('button', {
      name: new RegExp(`^${this.player.words('chat-bubble.open')}`),
    })
  }

  get field(): Locator {
    return this.player.field('chat.write')
  }

  get log(): Locator {
    return this.sheet.getByRole('log')
  }

  get messages(): Locator {
    return this.log.getByRole('article')
  }

  /** One message, by what is in it. */
  message(text: string): Locator {
    return this.messages.filter({ hasText: text })
  }

  /** How far a message is below the upper edge of what scrolls: on the screen it moves while its sheet still rises. */
  async heightInLog(text: string): Promise<number> {
    return this.message(text).evaluate((message) => {
      const log = message.closest('[role=log]')
      if (!log) throw new Error('The message is in no log')
      return message.getBoundingClientRect().top - log.getBoundingClientRect().top
    })
  }

  says(key: string): Locator {
    return this.log.getByText(this.player.words(key), { exact: true })
  }

  async open(): Promise<void> {
    await this.bubble.click()
    await expect(this.sheet).toBeVisible()
    await expect(this.field).toBeFocused()
  }

  async close(): Promise<void> {
    await this.player.press(this.sheet, 'chat.close')
    await expect(this.sheet).toBeHidden()
  }

  async write(text: string): Promise<void> {
    await this.field.fill(text)
    await this.field.press('Enter')
    await expect(this.field).toHaveValue('')
  }

  async attach(...files: ChatFile[]): Promise<void> {
    await this.sheet.locator('input[type=file]').setInputFiles(files)
  }

  async paste(...files: ChatFile[]): Promise<void> {
    const clipboardData = await carried(this.player.page, ...files)
    // A ClipboardEvent that holds files can only be made in the page.
    await this.field.evaluate((field, held) => {
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: held, bubbles: true, cancelable: true }),
      )
    }, clipboardData)
  }

  async dropFiles(...files: ChatFile[]): Promise<void> {
    await this.#drop(await carried(this.player.page, ...files))
  }

  /** A file of so many bytes, dropped on the chat: made in the page, so that it need not travel there. */
  async drop(name: string, type: string, bytes: number): Promise<void> {
    const data = await this.player.page.evaluateHandle(
      ([fileName, fileType, size]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(size)], fileName, { type: fileType }))
        return transfer
      },
      [name, type, bytes] as const,
    )
    await this.#drop(data)
  }

  async #drop(dataTransfer: JSHandle<DataTransfer>): Promise<void> {
    for (const event of ['dragover', 'drop']) await this.log.dispatchEvent(event, { dataTransfer })
  }

  /** Under an ended conversation. */
  get rating(): Locator {
    return this.log.getByRole('region', { name: this.player.words('chat.rate') })
  }

  star(score: number): Locator {
    return this.rating.getByRole('button').nth(score - 1)
  }
}

export async function arriveAsGuest(player: Player): Promise<Customer> {
  await player.setLanguage()
  await player.page.goto('/contact')
  const customer = new Customer(player)
  await expect(customer.bubble).toBeVisible()
  return customer
}

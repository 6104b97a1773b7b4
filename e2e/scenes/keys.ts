// A player with a keyboard and nothing else, who sees little: where the focus goes, and what is read out.
import { expect, type Page } from '@playwright/test'
import type { Words } from '../words.ts'

/** More than any page here has. */
const PATIENCE = 70

declare global {
  interface Window {
    /** What a screen reader was given to say, and the movements that were longer than a cross-fade. */
    heard: string[]
    moved: string[]
    /** The dialog into which the focus came last, by the name that it had then: nothing else makes a screen reader say one. */
    entered: string
  }
}

/** To be put into the page before the app. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.heard = []
    window.moved = []
    window.entered = ''
    let around: Element | null = null
    document.addEventListener('focusin', ({ target }) => {
      const dialog = target instanceof Element ? target.closest('dialog') : null
      if (dialog === around) return
      around = dialog
      const by = dialog?.getAttribute('aria-labelledby') ?? ''
      window.entered = document.getElementById(by)?.textContent ?? ''
    })
    const regions = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]'
    // A region that comes together with its words is not read out, nor is one that lies behind an open dialog.
    const hear = (target: Node) => {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(regions)
      if (!region?.isConnected) return
      const dialogs = document.querySelectorAll('dialog[open]')
      const top = dialogs.item(dialogs.length - 1)
      if (top && !top.contains(region)) return
      const text = region.textContent?.trim() ?? ''
      if (text !== '') window.heard.push(text)
    }
    new MutationObserver((changes) => {
      for (const { target } of changes) hear(target)
    }).observe(document, { subtree: true, childList: true, characterData: true })
    const CROSS_FADE_MS = 200
    const watch = (event: Event) => {
      if (!(event.target instanceof Element)) return
      for (const one of event.target.getAnimations()) {
        const { duration, iterations } = one.effect?.getComputedTiming() ?? {}
        // What turns as long as something is waited for says no more than that.
        if (
          iterations === Number.POSITIVE_INFINITY &&
          event.target.closest('[aria-busy], [role=status], [role=progressbar], button, p')
        )
          continue
        if (Number(duration) > CROSS_FADE_MS)
          window.moved.push(`${event.target.className} for ${duration} ms`)
      }
    }
    for (const kind of ['animationstart', 'transitionrun']) document.addEventListener(kind, watch, true)
  })
}

/** What has the focus, and what is wrong with it. */
interface Stop {
  readonly name: string
  readonly problem: string | null
  readonly key: string
}

export class Keys {
  readonly page: Page
  readonly words: Words

  constructor(page: Page, words: Words) {
    this.page = page
    this.words = words
  }

  /** Tabs until this has the focus. Every stop on the way must be seen and must not lie behind something. */
  async to(name: string): Promise<void> {
    const isIt = (stop: string) =>
      stop === name || (stop.startsWith(name) && /^[\s,:]/.test(stop.slice(name.length)))
    await this.#tabTo(name, isIt)
  }

  /** To what says this among other words. */
  async toThat(says: string): Promise<void> {
    await this.#tabTo(says, (stop) => stop.includes(says))
  }

  async #tabTo(name: string, isIt: (stop: string) => boolean): Promise<void> {
    const stops: string[] = []
    for (let presses = 0; presses < PATIENCE; presses += 1) {
      const stop = await this.#stop()
      if (stop.problem !== null) throw new Error(`The focus on ${stop.name} ${stop.problem}`)
      if (isIt(stop.name)) return
      stops.push(stop.name)
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`The Tab key does not lead to ${name} but to ${stops.slice(0, 40).join(' | ')}`)
  }

  /** Enter on what a key names, as soon as it is there. */
  async press(key: string, how: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.to(this.words(key))
    await this.page.keyboard.press(how)
  }

  async pressNamed(name: string): Promise<void> {
    await this.to(name)
    await this.page.keyboard.press('Enter')
  }

  async type(key: string, text: string): Promise<void> {
    // Nobody looks with the Tab key for a field that is still on its way.
    await expect(this.page.getByLabel(this.words(key)).last()).toBeVisible()
    await this.to(this.words(key))
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(text)
  }

  /** In a list that drops down, by what its entry begins with. */
  async choose(key: string, text: string): Promise<void> {
    await this.to(this.words(key))
    await this.page.keyboard.type(text)
    // A short name does not part at a line's end.
    const shown = new RegExp(`^${text.replaceAll(' ', '\\s')}`)
    await expect(this.page.locator(':focus').locator('option:checked')).toHaveText(shown)
  }

  /** Waits for a dialog of this name, with the focus in it. */
  async inDialog(key: string): Promise<void> {
    await this.inDialogNamed(this.words(key))
  }

  async inDialogNamed(name: string): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name, exact: true })
    const shown = dialog.or(this.page.getByRole('alertdialog', { name, exact: true })).last()
    await expect(shown).toBeVisible()
    // One above it that is closing has the next key yet.
    await expect(this.page.locator('dialog[open]').last()).toHaveAccessibleName(name)
    await expect(shown.locator(':focus').or(shown.and(this.page.locator(':focus')))).toHaveCount(1)
    expect(await this.page.evaluate(() => window.entered)).toBe(name)
  }

  /** Escape, and the focus is where it was before. */
  async leave(opener: string): Promise<void> {
    await this.page.keyboard.press('Escape')
    await this.isBackOn(opener)
  }

  async isBackOn(opener: string): Promise<void> {
    await expect(this.page.locator('dialog[open]')).toHaveCount(0)
    await expect.poll(async () => (await this.#stop()).name.split('\n')[0]).toContain(opener)
  }

  /** The focus has stayed on it. */
  async isOn(key: string): Promise<void> {
    await expect(this.page.locator(':focus')).toHaveAccessibleName(this.words(key))
  }

  /** Nothing around what has the focus cuts its ring. */
  async expectWholeRing(): Promise<void> {
    const cut = await this.page.locator(':focus').evaluate((focused) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(focused)
      const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
      const { top, bottom } = focused.getBoundingClientRect()
      for (
        let around = focused.parentElement;
        around && around !== document.body;
        around = around.parentElement
      ) {
        const box = around.getBoundingClientRect()
        const cuts = getComputedStyle(around).overflowY !== 'visible'
        if (cuts && (box.top > top - ring || box.bottom < bottom + ring)) return around.className
      }
      return null
    })
    expect(cut).toBe(null)
  }

  /** Words of a live region that was there before them and could be heard. */
  async hears(text: string): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(() => window.heard))
      .toContainEqual(expect.stringContaining(text))
  }

  async expectNoMovement(): Promise<void> {
    expect(await this.page.evaluate(() => window.moved)).toEqual([])
  }

  /** Tab goes once around everything and comes to its end, from the top and back again. */
  async goesAround(): Promise<string[]> {
    await this.page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    const names: string[] = []
    const seen = new Set<string>()
    for (let presses = 0; presses < PATIENCE; presses += 1) {
      await this.page.keyboard.press('Tab')
      const stop = await this.#stop()
      if (stop.problem !== null) throw new Error(`The focus on ${stop.name} ${stop.problem}`)
      if (seen.has(stop.key)) return names
      seen.add(stop.key)
      names.push(stop.name)
    }
    throw new Error(`The Tab key finds no end: ${names.join(' | ')}`)
  }

  #stop(): Promise<Stop> {
    return this.page.evaluate(async (): Promise<Stop> => {
      // What comes without movement comes in a frame all the same, and lies elsewhere until then.
      const coming = document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      await Promise.all(coming.map((one) => one.finished.catch(() => undefined)))
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body)
        return { name: '', problem: null, key: 'body' }
      const keyOf = (one: Element): string =>
        one.parentElement ? `${keyOf(one.parentElement)}/${[...one.parentElement.children].indexOf(one)}` : ''
      const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
      const labels =
        element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement
          ? [...(element.labels ?? [])].map(({ textContent }) => textContent)
          : []
      const written =
        element.getAttribute('aria-label') ??
        (labels.length > 0 ? labels.join(' ') : null) ??
        (by.length > 0 ? by.map((id) => document.getElementById(id)?.textContent).join(' ') : null) ??
        element.innerText
      return {
        name: (written ?? '').replace(/ ?\*$/, '').trim(),
        problem: problemOf(element),
        key: keyOf(element),
      }

      function problemOf(focused: HTMLElement): string | null {
        const dialogs = document.querySelectorAll('dialog[open]')
        const top = dialogs.item(dialogs.length - 1)
        const isToast = focused.closest('[data-toaster]') !== null
        if (top && !top.contains(focused) && !isToast) return 'has left the dialog'
        // A dialog that has just opened may have it itself, or the heading of a step that has just come; Tab leads to neither.
        if (focused instanceof HTMLDialogElement || focused.tabIndex < 0) return null
        if (!isMarked(focused)) return 'cannot be seen'
        return isCovered(focused) ? 'lies behind something' : null
      }

      /** By an outline of its own or of the card that it stands for, or by the ring of the box around a field. */
      function isMarked(focused: HTMLElement): boolean {
        const around: Element[] = [...(focused.parentElement?.querySelectorAll('*') ?? [])]
        for (let one: Element | null = focused; one && one !== document.body; one = one.parentElement)
          around.push(one)
        return around.some((one) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
          if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return true
          // A ring, not the shadow that a sheet has anyway.
          const isRing = /0px 0px 0px [1-9]/.test(boxShadow)
          return isRing && one.matches(':focus, :focus-within, :focus ~ *, :focus ~ * *')
        })
      }

      function isCovered(focused: HTMLElement): boolean {
        const target = focused.matches('[type=checkbox], [type=radio], [type=file]')
          ? (focused.closest('label') ?? focused)
          : focused
        const { left, top, width, height } = target.getBoundingClientRect()
        const points = [0.5, 0.1, 0.9].flatMap((x) =>
          [0.5, 0.15, 0.85].map((y) => [left + width * x, top + height * y] as const),
        )
        return !points.some(([x, y]) => {
          const hit = document.elementFromPoint(x, y)
          return hit !== null && (target.contains(hit) || hit.contains(target))
        })
      }
    })
  }
}

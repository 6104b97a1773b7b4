import { formatMinor } from '@kapao/money/format'
import { SLIP_VARIANTS } from '../bank/slip-image.ts'
import { VOUCHER_FAULTS } from '../faults/catalogue.ts'
import { html, type Markup } from '../html.ts'
import type { Language } from '../language.ts'
import { giftLink } from '../vouchers/vouchers.ts'
import type { World } from '../world.ts'
import { CONSOLE_TEXTS } from './console-texts.ts'
import { DEPOSIT_TEXTS } from './deposit-texts.ts'

const SHOWN = 6

/** The latest transfers, each with its slip as a picture to save: whole and in every way that it may be spoilt. */
export function slipsPanel(world: World, language: Language): Markup {
  const texts = DEPOSIT_TEXTS[language]
  const transfers = world.ledger.latest(SHOWN)
  if (transfers.length === 0) return html`<p class="quiet">${texts.slipsNone}</p>`
  const lines = transfers.map(({ transRef, from, amount, currency }) => {
    const href = `/console/slips/${transRef}.png`
    const variants = SLIP_VARIANTS.map(
      (variant) =>
        html`<a href="${href}?variant=${variant}" download="slip-${transRef}-${variant}.png">${texts.variants[variant]}</a> `,
    )
    return html`<li><div class="head"><b class="money">${formatMinor(amount)} ${currency}</b><a href="${href}" download="slip-${transRef}.png"><b>${texts.slip}</b></a></div>
<span class="quiet">${from.bankCode} ${from.bankAccountNo} · ${transRef}</span><span class="quiet">${variants}</span></li>`
  })
  return html`<ul class="list">${lines}</ul>`
}

export function giftsPanel(world: World, language: Language): Markup {
  const texts = DEPOSIT_TEXTS[language]
  const gifts = world.vouchers.latest(SHOWN)
  if (gifts.length === 0) return html`<p class="quiet">${texts.giftsNone}</p>`
  const lines = gifts.map(({ code, amount, takenBy }) => {
    const state = takenBy === null ? texts.free : texts.taken
    return html`<li><div class="head"><b class="money">${formatMinor(amount)}</b><span class="tag ${takenBy === null ? 'wait' : 'good'}">${state}</span></div>
<span class="sms">${giftLink(code)}</span></li>`
  })
  return html`<ul class="list">${lines}</ul>`
}

/** The two cards of the page. */
export function depositSections(language: Language, panels: Record<string, Markup>): Markup {
  const texts = DEPOSIT_TEXTS[language]
  const { amount } = CONSOLE_TEXTS[language]
  const faults = VOUCHER_FAULTS.map((fault) => html`<option value="${fault}">${texts.faults[fault]}</option>`)
  return html`<section class="card"><h2>${texts.slipsTitle}</h2><p class="quiet">${texts.slipsHint}</p>
<div data-live="slips">${panels.slips ?? html``}</div></section>
<section class="card"><h2>${texts.giftsTitle}</h2><p class="quiet">${texts.giftsHint}</p>
<form data-form="gift" data-url="/control/vouchers">
<label>${amount}<input name="amount" inputmode="decimal" autocomplete="off" data-number="yes" value="50" required></label>
<label>${texts.willGo}<select name="fault"><option value="">${texts.well}</option>${faults}</select></label>
<button class="main">${texts.make}</button><p class="said" role="status" data-said data-success="${texts.made}"></p></form>
<div data-live="gifts">${panels.gifts ?? html``}</div></section>`
}

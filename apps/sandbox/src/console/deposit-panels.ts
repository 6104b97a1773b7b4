import { formatMinor } from '@kapao/money/format'
import { SLIP_VARIANTS } from '../bank/slip-image.ts'
import { VOUCHER_FAULTS } from '../faults/catalogue.ts'
import { html, type Markup } from '../html.ts'
import type { Language } from '../language.ts'
import { shownCurrency } from '../shown-currency.ts'
import { giftLink } from '../vouchers/vouchers.ts'
import type { World } from '../world.ts'
import { CONSOLE_TEXTS } from './console-texts.ts'
import { DEPOSIT_TEXTS, type DepositTexts } from './deposit-texts.ts'

const SHOWN = 6

/** The latest transfers, each with its slip as a picture to save: whole and in every way that it may be spoilt. */
export function slipsPanel(world: World, language: Language): Markup {
  const texts = DEPOSIT_TEXTS[language]
  const transfers = world.ledger.latest(SHOWN)
  if (transfers.length === 0) return html`<p class="quiet">${texts.slipsNone}</p>`
  const lines = transfers.map(({ transRef, from, to, amount, currency }) => {
    const href = `/console/slips/${transRef}.png`
    const variants = SLIP_VARIANTS.map(
      (variant) =>
        html`<a class="chip" href="${href}?variant=${variant}" download="slip-${transRef}-${variant}.png">${texts.variants[variant]}</a>`,
    )
    const name = from.bankAccountName === '-' ? '' : ` ${from.bankAccountName}`
    return html`<li class="slip"><a class="picture" href="${href}" target="_blank" rel="noreferrer" aria-label="${texts.slip} ${transRef}"><img src="${href}" alt="" width="66" height="100" loading="lazy"></a>
<div><b class="money">${formatMinor(amount)} ${shownCurrency(currency)}</b>
<span class="quiet">${from.bankCode} ${from.bankAccountNo}${name} → ${to.bankCode} ${to.bankAccountNo}</span>
<span class="chips"><a class="chip strong" href="${href}" download="slip-${transRef}.png">${texts.save}</a></span></div>
<details><summary>${texts.spoilt}</summary><span class="chips">${variants}</span></details></li>`
  })
  return html`<ul class="list">${lines}</ul>`
}

/** How a gift stands: who was faster or what is wrong with it says more than that nobody has it. */
function giftTag(gift: ReturnType<World['vouchers']['latest']>[number], texts: DepositTexts): Markup {
  if (gift.takenBy !== null) return html`<span class="tag good">${texts.taken}</span>`
  const fault = VOUCHER_FAULTS.find((one) => one === gift.fault)
  if (fault) return html`<span class="tag bad">${texts.faults[fault]}</span>`
  return html`<span class="tag wait">${texts.free}</span>`
}

export function giftsPanel(world: World, language: Language): Markup {
  const texts = DEPOSIT_TEXTS[language]
  const gifts = world.vouchers.latest(SHOWN)
  if (gifts.length === 0) return html`<p class="quiet">${texts.giftsNone}</p>`
  const lines = gifts.map((gift) => {
    const link = giftLink(gift.code)
    return html`<li><div class="head"><b class="money">${formatMinor(gift.amount)}</b>${giftTag(gift, texts)}</div>
<div class="head"><span class="link">${link}</span><button type="button" data-copy="${link}" data-copied="${texts.copied}">${texts.copy}</button></div></li>`
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

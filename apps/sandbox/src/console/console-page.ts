import { GAME_CODES } from '../games/catalogue.ts'
import { html, type Markup } from '../html.ts'
import { HTML_LANG, type Language, languageSwitch } from '../language.ts'
import { CONSOLE_TEXTS, type ConsoleTexts } from './console-texts.ts'
import { depositSections } from './deposit-panels.ts'

/** The place of a live panel; the page's script keeps it fresh. */
function live(name: string, panels: Record<string, Markup>): Markup {
  return html`<div data-live="${name}">${panels[name] ?? html``}</div>`
}

function accountFields(side: 'from' | 'to', texts: ConsoleTexts, isRequired: boolean): Markup {
  const required = html`${isRequired ? 'required' : ''}`
  const name = html`<label>${texts.name}<input name="${side}.bankAccountName" autocomplete="off" ${required}></label>`
  return html`<div class="row narrow">
<label>${texts.bank}<input name="${side}.bankCode" autocomplete="off" autocapitalize="characters" ${required}></label>
<label>${texts.number}<input name="${side}.bankAccountNo" inputmode="numeric" autocomplete="off" ${required}></label></div>
${side === 'from' ? name : html``}`
}

function said(success: string): Markup {
  return html`<p class="said" role="status" data-said data-success="${success}"></p>`
}

function gameOptions(): Markup[] {
  return GAME_CODES.map((code) => html`<option>${code}</option>`)
}

function paySection(texts: ConsoleTexts, panels: Record<string, Markup>): Markup {
  return html`<section class="card"><h2>${texts.payTitle}</h2><p class="quiet">${texts.payHint}</p>
${live('qrs', panels)}
<form data-form="pay" data-url="/control/bank/pay">
<label>${texts.payPaste}<textarea name="qr" rows="3" spellcheck="false" required></textarea></label>
<details><summary>${texts.payPayer}</summary><fieldset>${live('payers', panels)}${accountFields('from', texts, false)}</fieldset></details>
<button class="main">${texts.pay}</button>${said(texts.paid)}</form></section>`
}

function transferSection(texts: ConsoleTexts, panels: Record<string, Markup>): Markup {
  return html`<section class="card"><h2>${texts.transferTitle}</h2><p class="quiet">${texts.transferHint}</p>
<form data-form="transfer" data-url="/control/bank/transfer">
<fieldset><legend>${texts.from}</legend>${live('senders', panels)}${accountFields('from', texts, true)}</fieldset>
<fieldset><legend>${texts.to}</legend>${live('operators', panels)}${accountFields('to', texts, true)}</fieldset>
<label>${texts.amount}<input name="amount" inputmode="decimal" autocomplete="off" data-number="yes" required></label>
<label>${texts.when}<select name="minutesAgo" data-number="yes"><option value="">${texts.now}</option><option value="120">${texts.twoHoursAgo}</option></select></label>
<button class="main">${texts.transfer}</button>${said(texts.transferred)}</form></section>`
}

function gamesSection(texts: ConsoleTexts, panels: Record<string, Markup>): Markup {
  return html`<section class="card"><h2>${texts.gamesTitle}</h2><p class="quiet">${texts.gamesHint}</p>
${live('games', panels)}
<form data-form="game" data-url="/control/games/{code}/{username}/play">
<div class="row"><label>${texts.game}<select name="code">${gameOptions()}</select></label>
<label>${texts.player}<input name="username" autocomplete="off" autocapitalize="none" required></label></div>
<label>${texts.amount}<input name="result" inputmode="decimal" autocomplete="off" data-number="yes" value="100" required></label>
<div class="row"><button data-sign="-">${texts.lose}</button><button data-sign="+">${texts.win}</button></div>${said(texts.done)}</form></section>`
}

function faultsSection(texts: ConsoleTexts, panels: Record<string, Markup>): Markup {
  return html`<section class="card"><h2>${texts.faultsTitle}</h2><p class="quiet">${texts.faultsHint}</p>
<h3>${texts.faultsActive}</h3>${live('active', panels)}
<details><summary>${texts.bankTitle}</summary>${live('bankFaults', panels)}</details>
<details><summary>${texts.game}</summary><label>${texts.game}<select data-game>${gameOptions()}</select></label>
${live('gameFaults', panels)}</details>
<details><summary>${texts.phone}</summary>${live('smsFaults', panels)}</details>
<details><summary>${texts.voucher}</summary>${live('voucherFaults', panels)}</details></section>`
}

function refusals(texts: ConsoleTexts): string {
  return JSON.stringify({
    QR_UNREADABLE: texts.errUnreadable,
    NOT_FOUND: texts.errUnknown,
    NO_ACCOUNT: texts.errUnknown,
    QR_PAID: texts.errPaid,
    QR_CANCELLED: texts.errCancelled,
    QR_EXPIRED: texts.errExpired,
    INSUFFICIENT: texts.errNotEnough,
    BAD_REQUEST: texts.errInput,
    OFFLINE: texts.noAnswer,
  })
}

export function consolePage(language: Language, panels: Record<string, Markup>): string {
  const texts = CONSOLE_TEXTS[language]
  return html`<!doctype html>
<html lang="${HTML_LANG[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#0d0a14">
<title>${texts.title}</title>
<link rel="stylesheet" href="/assets/look.css">
<link rel="stylesheet" href="/assets/console.css">
<script type="module" src="/assets/console.js"></script>
</head>
<body class="console" data-language="${language}" data-refusals="${refusals(texts)}">
<header class="bar"><h1>${texts.title}</h1>${languageSwitch(language)}</header>
<main><p class="intro quiet">${texts.intro}</p><p class="said" role="alert" data-offline></p>
<div class="grid"><div class="column">
${paySection(texts, panels)}
<section class="card"><h2>${texts.smsTitle}</h2>${live('sms', panels)}</section>
${transferSection(texts, panels)}
<section class="card"><h2>${texts.payoutTitle}</h2>${live('payouts', panels)}</section>
</div><div class="column">
${depositSections(language, panels)}
${gamesSection(texts, panels)}
${faultsSection(texts, panels)}
<section class="card"><h2>${texts.feedTitle}</h2><p class="quiet">${texts.feedHint}</p>${live('feed', panels)}</section>
</div></div></main>
</body>
</html>`.text
}

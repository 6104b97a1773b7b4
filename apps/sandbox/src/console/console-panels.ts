import { formatMinor } from '@kapao/money/format'
import type { KnownAccount } from '../bank/ledger.ts'
import { FAULTS_OF_TARGET } from '../faults/catalogue.ts'
import { FAULT_TEXTS } from '../faults/fault-texts.ts'
import { type GameCode, gameCode } from '../games/catalogue.ts'
import { html, type Markup } from '../html.ts'
import type { Language } from '../language.ts'
import { shownCurrency } from '../shown-currency.ts'
import type { World } from '../world.ts'
import { CONSOLE_TEXTS, type ConsoleTexts } from './console-texts.ts'
import { giftsPanel, slipsPanel } from './deposit-panels.ts'

const SHOWN = 8

function ago(atMs: number, texts: ConsoleTexts): string {
  const seconds = Math.max(0, Math.round((Date.now() - atMs) / 1000))
  // Steps of five seconds: a panel is drawn anew only when its text changes.
  return seconds < 60
    ? `${seconds - (seconds % 5)} ${texts.secondsAgo}`
    : `${Math.floor(seconds / 60)} ${texts.minutesAgo}`
}

function tag(word: string, mood: 'good' | 'bad' | 'wait' | 'plain'): Markup {
  return html`<span class="tag ${mood}">${word}</span>`
}

function callButton(label: string, method: 'POST' | 'DELETE', url: string, body: object | null): Markup {
  return html`<button type="button" data-method="${method}" data-url="${url}" data-body="${body ? JSON.stringify(body) : ''}">${label}</button>`
}

function qrsPanel(world: World, texts: ConsoleTexts): Markup {
  const qrs = world.qrs.latest(SHOWN)
  if (qrs.length === 0) return html`<p class="quiet">${texts.payNoQr}</p>`
  const words = {
    open: texts.open,
    paid: texts.statusPaid,
    cancelled: texts.cancelled,
    expired: texts.expired,
  }
  const moods = { open: 'wait', paid: 'good', cancelled: 'plain', expired: 'plain' } as const
  const lines = qrs.map((qr) => {
    const button = html`<button type="button" data-fill="pay" data-values="${JSON.stringify({ qr: qr.payload })}" data-submit="yes">${texts.pay}</button>`
    return html`<li><div class="head"><b class="money">${formatMinor(qr.amount)} ${shownCurrency(qr.currency)}</b>${tag(words[qr.status], moods[qr.status])}</div>
<div class="head"><span class="quiet">${qr.provider} · ${qr.reference} · ${ago(qr.createdAtMs, texts)}</span>${qr.status === 'open' ? button : html``}</div></li>`
  })
  return html`<ul class="list">${lines}</ul>`
}

function accountButtons(
  accounts: readonly KnownAccount[],
  form: string,
  side: 'from' | 'to',
  none: string,
): Markup {
  if (accounts.length === 0) return html`<p class="quiet">${none}</p>`
  const buttons = accounts.map((account) => {
    const named = { [`${side}.bankAccountName`]: account.bankAccountName }
    const values = {
      [`${side}.bankCode`]: account.bankCode,
      [`${side}.bankAccountNo`]: account.bankAccountNo,
      ...(side === 'from' ? named : {}),
    }
    const name = account.bankAccountName === '-' ? '' : ` ${account.bankAccountName}`
    return html`<button type="button" data-fill="${form}" data-values="${JSON.stringify(values)}">${account.bankCode} ${account.bankAccountNo}${name}${account.currency === 'BAHT' ? ' (THB)' : ''}</button>`
  })
  return html`<div class="people">${buttons}</div>`
}

function smsPanel(world: World, texts: ConsoleTexts): Markup {
  const messages = world.sms.latest().slice(0, SHOWN)
  if (messages.length === 0) return html`<p class="quiet">${texts.smsNone}</p>`
  const lines = messages.map(
    (
      message,
    ) => html`<li><div class="head"><b>${message.phone}</b><span class="quiet">${ago(message.sentAtMs, texts)}</span></div>
<span class="sms">${message.text}</span></li>`,
  )
  return html`<ul class="list">${lines}</ul>`
}

function payoutsPanel(world: World, texts: ConsoleTexts): Markup {
  const refuse = { target: 'bank', fault: 'refuse-payout', times: 1 }
  const isRefusing = world.faults.list().some((fault) => fault.fault === 'refuse-payout')
  const undo = callButton(texts.undo, 'DELETE', '/control/faults?target=bank&fault=refuse-payout', null)
  const control = isRefusing
    ? html`<div class="head"><span class="tag bad">${texts.willRefuse}</span>${undo}</div>`
    : callButton(texts.refuseNext, 'POST', '/control/faults', refuse)
  const payouts = world.payouts.latest(SHOWN)
  if (payouts.length === 0) return html`${control}<p class="quiet">${texts.payoutNone}</p>`
  const moods = { settled: 'good', refused: 'bad', pending: 'wait' } as const
  const lines = payouts.map(
    ({
      answer,
      amount,
      currency,
      to,
      createdAtMs,
    }) => html`<li><div class="head"><b class="money">${formatMinor(amount)} ${shownCurrency(currency)}</b>${tag(texts[answer.status], moods[answer.status])}</div>
<span class="quiet">${to} · ${ago(createdAtMs, texts)}</span></li>`,
  )
  return html`${control}<ul class="list">${lines}</ul>`
}

function gamesPanel(world: World, texts: ConsoleTexts): Markup {
  const accounts = world.accounts.latest(SHOWN)
  if (accounts.length === 0) return html`<p class="quiet">${texts.gamesNone}</p>`
  const lines = accounts.map(({ code, username, balance }) => {
    const known = gameCode(code)
    const transfers = known ? world.transfers.of(known, username).slice(0, 3) : []
    const moves = transfers.map((transfer) => {
      const way = transfer.type === 'deposit' ? texts.deposit : texts.withdraw
      const status = { success: texts.success, refused: texts.refused }[transfer.status] ?? texts.pending
      return html`<span class="quiet money">${way} ${formatMinor(transfer.amount)} · ${status} · ${ago(transfer.createdAtMs, texts)}</span>`
    })
    const values = JSON.stringify({ code, username })
    return html`<li><div class="head"><b>${code}</b><b class="money">${formatMinor(balance)}</b></div>
<div class="head"><span>${username}</span><span class="chips"><button type="button" data-fill="game" data-values="${values}">${texts.choose}</button></span></div>
${moves}<a href="/play/${code}" target="_blank" rel="noreferrer">${texts.openGame}</a></li>`
  })
  return html`<ul class="list">${lines}</ul>`
}

function faultList(world: World, target: string, language: Language): Markup {
  const texts = CONSOLE_TEXTS[language]
  const kind = target.startsWith('game:')
    ? 'game'
    : target === 'bank' || target === 'sms'
      ? target
      : 'voucher'
  const active = new Set(world.faults.list().flatMap((one) => (one.target === target ? [one.fault] : [])))
  const lines = (FAULTS_OF_TARGET.get(target) ?? []).map((fault) => {
    const isOn = active.has(fault)
    const off = callButton(
      texts.off,
      'DELETE',
      `/control/faults?target=${encodeURIComponent(target)}&fault=${fault}`,
      null,
    )
    const once = callButton(texts.once, 'POST', '/control/faults', { target, fault, times: 1 })
    const always = callButton(texts.always, 'POST', '/control/faults', { target, fault })
    const sentence = FAULT_TEXTS[kind][fault]?.[language] ?? ''
    return html`<li class="${isOn ? 'on' : ''}"><div><b lang="en">${fault}</b><p class="quiet">${sentence}</p></div>
<span class="acts">${isOn ? off : [once, always]}</span></li>`
  })
  return html`<ul class="faultlist">${lines}</ul>`
}

function activePanel(world: World, texts: ConsoleTexts): Markup {
  const active = world.faults.list()
  if (active.length === 0) return html`<p class="quiet">${texts.faultsNone}</p>`
  const lines = active.map(
    (one) => html`<li class="on"><div><b lang="en">${one.target} · ${one.fault}</b>
<p class="quiet">${one.times === null ? texts.untilOff : `${one.times} ${texts.times}`}</p></div>
<span class="acts">${callButton(texts.off, 'DELETE', `/control/faults?target=${encodeURIComponent(one.target)}&fault=${one.fault}`, null)}</span></li>`,
  )
  return html`<ul class="faultlist">${lines}</ul>${callButton(texts.clearAll, 'DELETE', '/control/faults', null)}`
}

function feedPanel(world: World, texts: ConsoleTexts): Markup {
  const events = world.feed.latest(SHOWN)
  if (events.length === 0) return html`<p class="quiet">${texts.feedNone}</p>`
  const words: Record<string, readonly [string, 'good' | 'bad' | 'wait' | 'plain']> = {
    waiting: [texts.stateWaiting, 'wait'],
    delivered: [texts.stateDelivered, 'good'],
    silent: [texts.stateSilent, 'plain'],
    'given-up': [texts.stateGivenUp, 'bad'],
  }
  const lines = events.map((event) => {
    const [word, mood] = words[event.delivery] ?? [event.delivery, 'plain']
    const state = event.position === null ? tag(texts.stateHeld, 'wait') : tag(word, mood)
    const tries = `${texts.attempts} ${event.attempts}×${event.lastError ? ` · ${event.lastError}` : ''}`
    return html`<li><div class="head"><b class="money">${formatMinor(event.transfer.amount)} ${shownCurrency(event.transfer.currency)}</b>${state}</div>
<span class="quiet">${event.transfer.from.bankCode} ${event.transfer.from.bankAccountNo} → ${event.transfer.to.bankCode} ${event.transfer.to.bankAccountNo} · ${ago(event.createdAtMs, texts)} · ${tries}</span></li>`
  })
  return html`<ul class="list">${lines}</ul>`
}

/** Every part of the console that changes by itself, by the name of its place in the page. */
export function livePanels(world: World, language: Language, game: GameCode): Record<string, Markup> {
  const texts = CONSOLE_TEXTS[language]
  const people = world.ledger.known('person', SHOWN)
  const operators = world.ledger.known('operator', SHOWN)
  return {
    qrs: qrsPanel(world, texts),
    payers: accountButtons(people, 'pay', 'from', texts.noPeople),
    senders: accountButtons(people, 'transfer', 'from', texts.noPeople),
    operators: accountButtons(operators, 'transfer', 'to', texts.noOperators),
    slips: slipsPanel(world, language),
    gifts: giftsPanel(world, language),
    sms: smsPanel(world, texts),
    payouts: payoutsPanel(world, texts),
    games: gamesPanel(world, texts),
    active: activePanel(world, texts),
    bankFaults: faultList(world, 'bank', language),
    smsFaults: faultList(world, 'sms', language),
    voucherFaults: faultList(world, 'voucher', language),
    gameFaults: faultList(world, `game:${game}`, language),
    feed: feedPanel(world, texts),
  }
}

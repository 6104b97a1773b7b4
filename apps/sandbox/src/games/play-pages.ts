import { formatMinor } from '@kapao/money/format'
import { fromMinorUnits, type Minor } from '@kapao/money/minor'
import { html, type Markup } from '../html.ts'
import { HTML_LANG, type Language, languageSwitch } from '../language.ts'
import { categoryOf, type GameCategory, type GameCode } from './catalogue.ts'
import { PLAY_TEXTS, type PlayTexts } from './play-texts.ts'
import { SPORT_ODDS } from './rounds.ts'

type Frame = { readonly code: GameCode; readonly language: Language; readonly body: Markup }

function page({ code, language, body }: Frame): string {
  const texts = PLAY_TEXTS[language]
  return html`<!doctype html>
<html lang="${HTML_LANG[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#0d0a14">
<title>${code} · ${texts.pageTitle}</title>
<link rel="stylesheet" href="/assets/look.css">
<link rel="stylesheet" href="/assets/play.css">
<script type="module" src="/assets/play.js"></script>
</head>
<body class="play ${categoryOf(code)}">
<header class="bar"><h1>${code}</h1>${languageSwitch(language)}</header>
<main>${body}</main>
<footer>${texts.playMoney}</footer>
</body>
</html>`.text
}

export function loginPage(
  code: GameCode,
  language: Language,
  token: string,
  problem: keyof PlayTexts | null,
): string {
  const texts = PLAY_TEXTS[language]
  const alert = problem === null ? html`` : html`<p class="problem" role="alert">${texts[problem]}</p>`
  const body = html`${alert}
<form class="card login" method="post" action="/play/${code}/login">
<p class="quiet">${texts.loginHint}</p>
<input type="hidden" name="token" value="${token}">
<label>${texts.username}<input name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required></label>
<label>${texts.password}<input name="password" type="password" autocomplete="current-password" required></label>
<button class="main" type="submit">${texts.logIn}</button>
</form>`
  return page({ code, language, body })
}

export function noticePage(code: GameCode, language: Language, notice: keyof PlayTexts): string {
  return page({
    code,
    language,
    body: html`<p class="problem" role="alert">${PLAY_TEXTS[language][notice]}</p>`,
  })
}

function symbol(name: string): Markup {
  return html`<svg class="symbol" viewBox="0 0 48 48" role="img" aria-label="${name}"><use href="#${name}"></use></svg>`
}

/** Six symbols of our own, drawn so that no font is needed. */
const SYMBOLS = html`<svg width="0" height="0" aria-hidden="true"><defs>
<g id="coin"><circle cx="24" cy="24" r="18" fill="#f2c14e"/><circle cx="24" cy="24" r="12" fill="none" stroke="#2a1e00" stroke-width="3"/><path d="M24 17v14" stroke="#2a1e00" stroke-width="4" stroke-linecap="round"/></g>
<g id="leaf"><path d="M8 40C6 18 20 8 41 8c1 22-9 34-29 31" fill="#4ade9a"/><path d="M8 42 30 19" stroke="#0b4a2e" stroke-width="3" stroke-linecap="round"/></g>
<g id="moon"><path d="M31 6a19 19 0 1 0 11 30A16 16 0 0 1 31 6z" fill="#c9b8f5"/></g>
<g id="drop"><path d="M24 4c8 11 14 17 14 25a14 14 0 0 1-28 0c0-8 6-14 14-25z" fill="#7cb8ff"/><path d="M17 30a8 8 0 0 0 6 7" stroke="#fff" stroke-width="3" fill="none" stroke-linecap="round"/></g>
<g id="star"><path d="m24 4 6 13 14 2-10 10 3 15-13-8-13 8 3-15L4 19l14-2z" fill="#ff9f6b"/></g>
<g id="bowl"><path d="M5 22h38a19 19 0 0 1-38 0z" fill="#ff7a85"/><path d="M17 41h14v4H17z" fill="#ff7a85"/><path d="M15 15c-3-4 3-5 0-9M24 15c-3-4 3-5 0-9M33 15c-3-4 3-5 0-9" stroke="#f5f1fa" stroke-width="3" fill="none" stroke-linecap="round"/></g>
</defs></svg>`

function stage(category: GameCategory, texts: PlayTexts): Markup {
  switch (category) {
    case 'slot':
      return html`${SYMBOLS}<div class="faces" data-faces>${['coin', 'moon', 'star'].map((name) => html`<b class="face">${symbol(name)}</b>`)}</div>`
    case 'casino':
      return html`<div class="faces" data-faces><b class="face cardface">?</b></div>`
    case 'sport':
      return html`<div class="match"><span>${texts.home}</span>
<div class="faces" data-faces><b class="face">–</b><b class="face">–</b></div><span>${texts.away}</span></div>`
    case 'lotto':
      return html`<div class="faces" data-faces><b class="face ball">?</b><b class="face ball">?</b></div>`
  }
}

function odds(choice: string): string {
  return formatMinor(fromMinorUnits(SPORT_ODDS[choice] ?? 0n))
}

function choices(category: GameCategory, texts: PlayTexts): Markup {
  switch (category) {
    case 'slot':
      return html`<button class="main" name="choice" value="spin">${texts.spin}</button>`
    case 'casino':
      return html`<div class="row"><button class="main" name="choice" value="low">${texts.low}</button>
<button class="main" name="choice" value="high">${texts.high}</button></div>`
    case 'sport': {
      const options = ['home', 'draw', 'away'] as const
      const buttons = options.map(
        (choice) =>
          html`<button class="main two" name="choice" value="${choice}">${texts[choice]}<small>${odds(choice)}</small></button>`,
      )
      return html`<div class="row">${buttons}</div>`
    }
    case 'lotto':
      return html`<label>${texts.pickDigits}<input class="digits" name="digits" inputmode="numeric" pattern="[0-9]{2}"
 maxlength="2" autocomplete="off" value="27" required></label>
<button class="main" name="choice" value="digits">${texts.check}</button>`
  }
}

const RULES = { slot: 'slotRule', casino: 'casinoRule', sport: 'sportRule', lotto: 'lottoRule' } as const

export function gamePage(code: GameCode, language: Language, username: string, balance: Minor): string {
  const texts = PLAY_TEXTS[language]
  const category = categoryOf(code)
  const amounts = ['1', '10', '50', '100'].map(
    (amount) => html`<button type="button" data-stake="${amount}">${amount}</button>`,
  )
  const body = html`<section class="card purse">
<div><span class="quiet">${username}</span><form method="post" action="/play/${code}/logout"><button class="link">${texts.logOut}</button></form></div>
<div><span class="quiet">${texts.credits}</span><output class="money" data-balance aria-live="polite">${formatMinor(balance)}</output></div>
</section>
<form class="card table" data-round="/play/${code}/round" data-offline="${texts.noAnswer}">
${stage(category, texts)}
<p class="result" data-result role="status">&nbsp;</p>
<label>${texts.stake}<input name="stake" inputmode="decimal" autocomplete="off" value="10" required></label>
<div class="chips">${amounts}<button type="button" data-stake="all">${texts.all}</button></div>
${choices(category, texts)}
<p class="quiet rule">${texts[RULES[category]]}</p>
</form>`
  return page({ code, language, body })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { html, type Markup } from './html.ts'
import type { Region } from './world.ts'

export const LANGUAGES = ['th', 'la', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** Lao is `la` in Kapao's keys, as on the wire, and `lo` wherever a browser reads it. */
export const HTML_LANG: Record<Language, string> = { th: 'th', la: 'lo', en: 'en' }
const NAMES: Record<Language, string> = { th: 'ไทย', la: 'ລາວ', en: 'English' }
const LABELS: Record<Language, string> = { th: 'ภาษา', la: 'ພາສາ', en: 'Language' }
const COOKIE = 'sandbox_lang'

function readLanguage(text: string | undefined): Language | null {
  const tag = text?.trim().toLowerCase().slice(0, 2)
  if (tag === 'lo') return 'la'
  return LANGUAGES.find((language) => language === tag) ?? null
}

export function cookieOf(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value) return value
  }
  return null
}

function accepted(request: FastifyRequest): Language | null {
  for (const entry of (request.headers['accept-language'] ?? '').split(',')) {
    const language = readLanguage(entry)
    if (language) return language
  }
  return null
}

/** What `?lang` asks for (and then is remembered), else what was asked before, else the browser's, else `otherwise`. */
export function pickLanguage(request: FastifyRequest, reply: FastifyReply, otherwise: Language): Language {
  const asked = new URL(request.url, 'http://localhost').searchParams.get('lang')
  const chosen = readLanguage(asked ?? undefined)
  if (!chosen) return readLanguage(cookieOf(request, COOKIE) ?? undefined) ?? accepted(request) ?? otherwise
  reply.header('set-cookie', `${COOKIE}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`)
  return chosen
}

export function regionLanguage(region: Region): Language {
  return region
}

export function languageSwitch(current: Language): Markup {
  const links = LANGUAGES.map((language) =>
    language === current
      ? html`<a href="?lang=${language}" lang="${HTML_LANG[language]}" aria-current="true">${NAMES[language]}</a>`
      : html`<a href="?lang=${language}" lang="${HTML_LANG[language]}">${NAMES[language]}</a>`,
  )
  return html`<nav class="languages" aria-label="${LABELS[current]}">${links}</nav>`
}

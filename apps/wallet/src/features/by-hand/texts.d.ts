import type texts from './texts.en.json'

declare module '../../lib/i18n.ts' {
  interface TextSources {
    'by-hand': typeof texts
  }
}

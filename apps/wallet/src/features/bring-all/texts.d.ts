import type texts from './texts.en.json'

declare module '../../lib/i18n.ts' {
  interface TextSources {
    'bring-all': typeof texts
  }
}

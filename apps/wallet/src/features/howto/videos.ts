import type { Locale } from '@kapao/browser/locale'

/** In the order of spec §2; their steps are `howto.<topic>-1` to `-3`, which are the films' captions too. */
export const topics = ['wallet', 'game', 'balance', 'bonus', 'end'] as const
export type Topic = (typeof topics)[number]

/** Recorded by e2e/howto into public/howto, a folder for each language. */
export function videoOf(locale: Locale, topic: Topic) {
  const stem = `/howto/${locale}/${topic}`
  return {
    film: `${stem}.mp4`,
    captions: `${stem}.vtt`,
    poster: `${stem}.jpg`,
    lang: locale === 'la' ? 'lo' : locale,
  }
}

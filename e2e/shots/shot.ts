import type { Locale } from '../words.ts'

export interface Size {
  readonly name: string
  readonly width: number
  readonly height: number
  /** With a finger, or with a mouse. */
  readonly hasTouch: boolean
}

export const sizes: readonly Size[] = [
  { name: '360x740', width: 360, height: 740, hasTouch: true },
  { name: '320x568', width: 320, height: 568, hasTouch: true },
  { name: '768x1024', width: 768, height: 1024, hasTouch: true },
  { name: '1280x800', width: 1280, height: 800, hasTouch: false },
]
export const themes = ['dark', 'light'] as const

export interface Shot {
  readonly scene: string
  readonly language: Locale
  readonly size: Size
  readonly theme: (typeof themes)[number]
}

/** Within the folder of the shots. */
export function fileOf({ scene, language, size, theme }: Shot): string {
  return `${scene}/${language}-${size.name}-${theme}.jpg`
}

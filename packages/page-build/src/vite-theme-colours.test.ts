import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inksOf, withInks } from './vite-theme-colours.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const tokens = readFileSync(join(root, 'packages/ui/src/tokens.css'), 'utf8')

test('the colours around a page are those of the tokens', () => {
  const inks = inksOf(':root { --ink: #111111; --text: #fff } @media (light) { :root { --ink: #eeeeee; } }')
  expect(withInks('a %ink-dark% b %ink-light%', inks)).toBe('a #111111 b #eeeeee')
  expect(() => inksOf(':root { --ink: #111111; }')).toThrow('--ink')
  expect(inksOf(tokens)).toHaveLength(2)
})

/** White is the paper of a code that a camera reads, and stands on pictures: it is no theme's. */
const PAPER = new Set(['#ffffff'])

const long = (hex: string) => (hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex)
const coloursOf = (text: string) =>
  [...text.toLowerCase().matchAll(/#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/g)].map(([hex]) => long(hex))

test('no colour of the tokens is written again outside of their file: a white label changes that one alone', () => {
  const themes = new Set(coloursOf(tokens).filter((colour) => !PAPER.has(colour)))
  const apps = globSync('apps/*/index.html', { cwd: root }).map((page) => page.replace('/index.html', ''))
  const sources = [
    'index.html',
    '*.webmanifest',
    '*.ts',
    'src/**/*.{ts,tsx,css,html}',
    'public/*.webmanifest',
  ]
  const files = globSync(
    ['packages/*/src/**/*.{ts,tsx,css}', ...apps.flatMap((app) => sources.map((one) => `${app}/${one}`))],
    { cwd: root },
  ).filter((file) => file !== 'packages/ui/src/tokens.css' && !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(300)
  const again = files.flatMap((file) =>
    coloursOf(readFileSync(join(root, file), 'utf8'))
      .filter((colour) => themes.has(colour))
      .map((colour) => `${file}: ${colour}`),
  )
  expect(again).toEqual([])
})

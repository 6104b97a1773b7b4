// The wallet's build leaves out of DOMPurify what no text of ours reaches (docs/decisions/lean-sanitizer.md). Whatever is in a text, the
// library as it was written makes the same of it.
import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { withoutUnreached } from '@kapao/page-build/vite-lean-sanitizer'
import { expect, type Page } from '@playwright/test'
import { settings } from '../apps/wallet/src/ui/sanitizer-settings.ts'
import { slots } from './hostile/slots.ts'
import { vectors } from './hostile/vectors.ts'
import { scenes } from './scenes/all.ts'
import { test } from './scenes/stage-test.ts'

const ui = join(import.meta.dirname, '../apps/wallet/src/ui')
const library = join(dirname(createRequire(import.meta.url).resolve('dompurify')), 'purify.es.mjs')
const whole = readFileSync(library, 'utf8')

/** What the wallet has of sanitize.ts, below `/whole/` with the library as it came and below `/lean/` as the build changes it. */
async function offerBoth(page: Page): Promise<void> {
  for (const [name, code] of [
    ['whole', whole],
    ['lean', withoutUnreached(whole, settings)],
  ] as const) {
    await page.route(`**/${name}/*`, (route) => {
      const file = route.request().url().split('/').at(-1) ?? ''
      const body = file.endsWith('.mjs') ? code : stripTypeScriptTypes(readFileSync(join(ui, file), 'utf8'))
      return route.fulfill({
        contentType: 'text/javascript',
        body: body.replace("from 'dompurify'", "from './purify.mjs'"),
      })
    })
  }
}

/** The same texts in each run: pieces of the hostile ones, put together otherwise. */
function* mixtures(count: number): Generator<string> {
  let state = 2_463_534_242
  const below = (limit: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
  const piece = () => {
    const { html } = vectors[below(vectors.length)] ?? { html: '' }
    const pieces = html.split(/(?=[<"'\s])|(?<=>)/)
    const from = below(pieces.length)
    return pieces.slice(from, from + 1 + below(6)).join('')
  }
  for (let made = 0; made < count; made++) yield Array.from({ length: 1 + below(8) }, piece).join('')
}

test('what the build left of the library makes the same of every text', async ({ page }) => {
  await offerBoth(page)
  await page.route('**/bare', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>bare</title>' }),
  )
  await page.goto('/bare')
  const odd = [
    '',
    ' ',
    '\n x',
    'a & b',
    '<',
    '<!-->',
    '<?x?>',
    '{{a}}<%c%>',
    '<p data-a=1 aria-b=2 is=c id=d>',
  ]
  const texts = [...odd, ...vectors.map(({ html }) => html), ...mixtures(20_000)]
  const { differing, kept } = await page.evaluate(async (given) => {
    const [whole, lean] = await Promise.all(
      ['/whole/sanitize.ts', '/lean/sanitize.ts'].map((path) => import(path)),
    )
    const pairs = given.map((text) => [String(whole.sanitize(text)), String(lean.sanitize(text)), text])
    return {
      differing: pairs.filter(([one, other]) => one !== other),
      kept: pairs.filter(([one]) => one !== '').length,
    }
  }, texts)
  expect(differing).toEqual([])
  expect(kept).toBeGreaterThan(texts.length / 4)
})

test('and so does the built wallet', async ({ page, stage }) => {
  const slot = slots.find(({ name }) => name === 'agreement')
  const scene = scenes.find(({ name }) => name === slot?.scene)
  if (slot === undefined || scene === undefined) throw new Error('there is no scene of the agreement')
  const texts = vectors.map(({ html }) => html)
  await stage.enter({ ...scene, answers: () => ({ ...scene.answers?.(), ...slot.answers(texts) }) }, 'en')
  await expect(page.locator('.html_html')).toHaveCount(texts.length + 1)
  await offerBoth(page)
  const differing = await page.evaluate(async (given) => {
    const whole = await import(['/whole/sanitize.ts'].join(''))
    const place = document.implementation.createHTMLDocument().createElement('div')
    const shown = [...document.querySelectorAll('.html_html')].slice(1)
    return given.filter((text, index) => {
      place.innerHTML = whole.sanitize(text)
      return place.innerHTML !== shown[index]?.innerHTML
    })
  }, texts)
  expect(differing).toEqual([])
})

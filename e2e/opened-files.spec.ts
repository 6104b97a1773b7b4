// Files of two kinds, kept by the chat and opened by themselves: a browser shows or fetches them, and runs none of them.
import { expect } from '@playwright/test'
import { polyglots } from './hostile/polyglots.ts'
import { watch } from './hostile/watch.ts'
import { test } from './whole.ts'

/** What is redrawn carries nothing any more; these are kept as they came. */
const kept = polyglots.filter(({ type }) => /^(?:video|application\/pdf|image\/gif)/.test(type))

test('a file that was sent in the chat runs nothing when it is opened by itself', async ({
  page,
  kapao,
  context,
}) => {
  const { url } = kapao.addresses
  const seen = await watch(page, url)
  const login = await context.request.post(`${url}/api/desk/login`, {
    headers: { 'x-requested-with': 'kapao' },
    data: { name: 'demo', password: 'kapao-desk-1' },
  })
  expect(login.ok()).toBe(true)
  let opened = 0
  for (const { name, type, bytes } of kept) {
    const file = { name, mimeType: type, buffer: bytes }
    const sent = await context.request.post(`${url}/api/desk/upload`, {
      headers: { 'x-requested-with': 'kapao' },
      multipart: { file },
    })
    if (!sent.ok()) continue
    const { path }: { path: string } = await sent.json()
    opened += 1
    // A document is fetched, which ends the way to it.
    await page
      .goto(path)
      .catch((error: Error) => expect(error.message).toMatch(/Download is starting|ERR_ABORTED/))
    // As a part of a page of another site.
    await page.goto('about:blank')
    await page.setContent(`<script src="${new URL(path, url).href}" onload="ran(1)"></script>`)
  }
  expect(opened).toBeGreaterThan(4)
  expect(await seen.ran()).toEqual([])
  expect(seen.troubles().filter((trouble) => !/^an error/.test(trouble))).toEqual([])
})

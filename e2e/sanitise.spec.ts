// The operator's HTML is a stranger's: it may hold text and links, and nothing of it ever runs.
import { createHash } from 'node:crypto'
import { expect } from '@playwright/test'
import { memberPages, memberSheets, visitorPages } from './places.ts'
import { test } from './whole.ts'

const attack = 'window.hacked=(window.hacked||0)+1'
const vectors = [
  `<script>${attack}</script>`,
  `<img src=x onerror="${attack}">`,
  `<svg onload="${attack}"></svg>`,
  `<svg><script>${attack}</script></svg>`,
  `<svg><animate onbegin="${attack}" attributeName=x dur=1s></svg>`,
  `<svg><a xlink:href="javascript:${attack}"><text y=20>tap</text></a></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${attack}"></style></mglyph></table></mtext></math>`,
  `<iframe src="javascript:parent.${attack}"></iframe>`,
  `<iframe srcdoc="<script>parent.${attack}</script>"></iframe>`,
  `<object data="javascript:${attack}"></object>`,
  `<embed src="javascript:${attack}">`,
  `<a href="javascript:${attack}">tap here</a>`,
  `<a href="jAvAsCrIpT&colon;${attack}">tap here</a>`,
  `<a href="&#106;avascript:${attack}">tap here</a>`,
  `<a href="java&#x09;script:${attack}">tap here</a>`,
  `<a href="data:text/html,<script>${attack}</script>">tap here</a>`,
  `<a href="vbscript:${attack}">tap here</a>`,
  `<p onmouseover="${attack}" onclick="${attack}" onpointerdown="${attack}">tap here</p>`,
  `<details open ontoggle="${attack}">tap here</details>`,
  `<video><source onerror="${attack}"></video>`,
  `<audio src=x onerror="${attack}"></audio>`,
  `<input autofocus onfocus="${attack}">`,
  `<body onload="${attack}">`,
  `<form action="javascript:${attack}"><button>tap here</button></form>`,
  `<style>@import 'javascript:${attack}'; body{display:none}</style>`,
  `<p style="position:fixed;inset:0;z-index:9999">tap here</p>`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<base href="https://evil.example/">`,
  `<link rel=stylesheet href="https://evil.example/a.css">`,
  `<noscript><p title="</noscript><img src=x onerror=${attack}>"></noscript>`,
  `<template><img src=x onerror="${attack}"></template>`,
  `<img src="data:image/svg+xml,<svg onload='${attack}' xmlns='http://www.w3.org/2000/svg'/>">`,
]
const harmless =
  '<h3>Rules</h3><p>Read <a href="https://kapao.example/rules">the rules</a>, <b>please</b>.</p><ul><li>One</li></ul>'

test('nothing of hostile HTML runs, and what is harmless stays', async ({ player, books }) => {
  const { page } = player
  const contactText = `${harmless}${vectors.join('')}`
  const putBack = [
    await books.setSetting('conditions', [...vectors, harmless]),
    await books.setSetting('contact', {
      contactText,
      lineLink: `javascript:${attack}`,
      lineName: `<img src=x onerror="${attack}">`,
      lineQR: `javascript:${attack}`,
    }),
  ]
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  try {
    await expect.poll(() => player.call('GET', '/lookup/contact')).toMatchObject({ contactText })
    await page.reload()
    await player.button('app.menu-conditions').click()
    const sheet = player.sheet('conditions.title')
    const link = sheet.getByRole('link', { name: 'the rules' })
    await expect(link).toHaveAttribute('href', 'https://kapao.example/rules')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    await expect(sheet.getByRole('heading', { name: 'Rules' })).toBeVisible()
    await expect(sheet.getByRole('listitem').filter({ hasText: 'One' })).toBeVisible()
    for (const bait of await sheet.getByText('tap here').all()) await bait.click({ force: true })
    await page.goto('/contact')
    await expect(page.getByRole('link', { name: 'the rules' })).toBeVisible()
    for (const bait of await page.getByText('tap here').all()) await bait.click({ force: true })
    expect(page.url()).toMatch(/\/contact$/)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    const left = await page.evaluate(
      () =>
        document.querySelectorAll(
          'main :is(iframe, object, embed, form, style, [onclick], [href^="javascript" i])',
        ).length,
    )
    expect(left).toBe(0)
    expect(asked.filter((url) => url.includes('evil.example'))).toEqual([])
  } finally {
    for (const back of putBack) await back()
  }
})

test.describe(() => {
  test.use({ games: ['PG'] })
  test('no page breaks its own content policy, which allows no inline script but the one that the build has put there', async ({
    player,
  }) => {
    test.slow()
    const { page } = player
    const policyOf = async (path: string) => {
      const answer = await page.goto(path)
      return answer?.headers()['content-security-policy'] ?? ''
    }
    const inline = page.locator('script:not([src], [type="application/json"])')
    expect(await policyOf('/register')).toMatch(/script-src 'self'(;|$)/)
    expect(await inline.count()).toBe(0)
    const policy = await policyOf('/login')
    const hashes = (await inline.allTextContents()).map((text) =>
      createHash('sha256').update(text).digest('base64'),
    )
    expect(hashes).toHaveLength(1)
    expect(policy).toContain(`script-src 'self' 'sha256-${hashes[0]}';`)
    expect(policy).toContain("object-src 'none'")
    const told: string[] = []
    await page.exposeFunction('tellViolation', (what: string) => told.push(what))
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        Reflect.get(
          window,
          'tellViolation',
        )(`${location.pathname} ${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    const token = await player.call<{ token: string }>('POST', '/login', {
      username: player.member.phone,
      password: player.member.password,
    })
    for (const open of visitorPages) await open(player)
    await player.arrive(token.token)
    for (const open of [...memberPages, ...memberSheets]) await open(player)
    expect(told).toEqual([])
  })
})

// The desk in one hand: its lists show the beginning of what was written on one line, in scripts whose marks stand high and deep, and a phone
// finds nothing in its way.
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { Agent } from './agent.ts'
import { crampedMarks } from './marks.ts'
import { askedOfKeyboard, Edges, hindrances } from './scenes/touch.ts'
import { test } from './whole.ts'
import { Writer } from './writer.ts'

const upright = { width: 360, height: 740 }
const lying = { width: 852, height: 393 }

for (const [locale, text] of [
  ['th', 'ผู้ที่ปั้นกุ้ง'],
  ['la', 'ຊື້ ກຸ້ງ ນ້ຳ ຕື່ມ'],
] as const) {
  test(`a phone finds nothing in its way at the desk, and cuts off no mark in ${locale}`, async ({
    kapao,
    browser,
  }) => {
    const hello = `${text} ${randomUUID().slice(0, 8)}`
    // As many as a phone has no room for.
    for (let others = 0; others < 8; others += 1) await new Writer(kapao).write(text)
    await new Writer(kapao).write(hello)
    const agent = await Agent.arrive(browser, kapao, { locale, phone: true })
    const { page } = agent
    const edges = await Edges.of(page)
    const look = async (what: string) => {
      await page.evaluate(() => document.fonts.ready)
      expect.soft(await crampedMarks(page, locale), what).toEqual([])
      expect.soft(await hindrances(page), what).toEqual([])
      expect.soft(await edges.under({ top: 59, right: 0, bottom: 34, left: 0 }), what).toEqual([])
      await page.setViewportSize(lying)
      const under = await edges.under({ top: 0, right: 59, bottom: 21, left: 59 })
      expect.soft(under, `${what}, lying`).toEqual([])
      await page.setViewportSize(upright)
    }
    const message = { message_type: 'text', payload: { text: hello } }
    const replies = [{ title: text, type: 'postback', payload: 'ok' }]
    const asking = { message_type: 'quick_replies', payload: { text: hello, quick_replies: replies } }
    for (const [kind, said] of [
      ['reply', message],
      ['template', asking],
    ] as const) {
      await page.request.post('/api/desk/canned', {
        headers: { 'x-requested-with': 'kapao' },
        data: { kind, title: hello, shortcut: '', language: '', message: said },
      })
    }
    await expect(agent.row(hello)).toBeVisible()
    await look('inbox')
    await agent.choose('app.canned')
    await expect(page.getByRole('link', { name: hello }).first()).toBeVisible()
    await look('canned')
    await page.goBack()
    await agent.choose('app.password')
    await expect(page.getByLabel(agent.words('admin.new-password'))).toBeVisible()
    expect
      .soft(await askedOfKeyboard(page))
      .toEqual(['hidden username', 'password current-password', 'password new-password'])
    await look('password')
    await page.goBack()
    await agent.open(hello)
    await agent.field('thread.write').fill(`/${hello.slice(-8)}`)
    await expect(page.getByRole('option').first()).toBeVisible()
    await look('thread')
    await agent.field('thread.write').fill('')
    await agent.button('thread.template').click()
    await expect(page.getByRole('dialog').getByRole('button', { name: hello })).toBeVisible()
    await look('templates')
    await page.keyboard.press('Escape')
    await agent.button('thread.about-customer').click()
    await expect(agent.button('customer.end')).toBeVisible()
    await look('customer')
    await page.goto('/desk/')
    await agent.choose('app.log-out')
    await expect(agent.button('session.log-in')).toBeVisible()
    expect.soft(await askedOfKeyboard(page)).toEqual(['text username', 'password current-password'])
    await look('log-in')
    await agent.context.close()
  })
}

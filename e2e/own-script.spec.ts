// What somebody wrote in another language than the page's is drawn as its own pages draw it: Lao needs lines that are higher than Thai's.
import { randomUUID } from 'node:crypto'
import { expect, type Locator } from '@playwright/test'
import { Agent } from './agent.ts'
import { Customer } from './customer.ts'
import { arrive } from './errors/place.ts'
import { goodAnswers } from './operator/answers.ts'
import { test as atOperator } from './operator/operator-test.ts'
import { test } from './whole.ts'

/** How high a line is, in heights of its letters. */
const leading = (drawn: Locator) =>
  drawn.evaluate((element) => {
    const { lineHeight, fontSize } = getComputedStyle(element)
    return Math.round((10 * Number.parseFloat(lineHeight)) / Number.parseFloat(fontSize)) / 10
  })

test('a message in Lao has its room on a page in English and at a Thai desk', async ({
  player,
  kapao,
  browser,
}) => {
  const member = new Customer(player)
  await member.open()
  const hello = `ບໍ່ໄດ້ຮັບເງິນ ${randomUUID().slice(0, 8)}`
  await member.write(hello)
  expect(await leading(member.log.getByText(hello, { exact: true }))).toBe(1.8)
  const agent = await Agent.arrive(browser, kapao, { locale: 'th', phone: true })
  expect(await leading(agent.row(hello).getByText(hello, { exact: true }))).toBe(1.8)
  await agent.open(hello)
  expect(await leading(agent.said.getByText(hello, { exact: true }))).toBe(1.8)
  await agent.context.close()
})

atOperator(
  'what an operator wrote in Lao has its room on a page in another language',
  async ({ page, operator }) => {
    const contact = { contactText: '<p>ຕິດຕໍ່ຝ່າຍບໍລິການໄດ້ຕະຫຼອດ</p>', lineLink: '', lineName: '', lineQR: '' }
    operator.break('GET /lookup/contact', { body: contact })
    await page.goto('/contact')
    expect(await leading(page.getByText('ຕິດຕໍ່ຝ່າຍບໍລິການໄດ້ຕະຫຼອດ'))).toBe(1.8)
  },
)

atOperator(
  'a name and what a bonus is called have theirs, too, in Lao on a page in English',
  async ({ page, operator }) => {
    const [name, called] = ['ສົມສັກ ສີສຸກ', 'ໂບນັດຕ້ອນຮັບສະມາຊິກໃໝ່']
    const { profile, ...wallet } = Object(goodAnswers['GET /wallet']?.())
    operator.break('GET /wallet', { body: { ...wallet, profile: { ...profile, name } } })
    const bonus = { statementType: 'bonus', status: 'SUCCESS', from: 'SYSTEM', to: 'WALLET', amount: 100 }
    const row = { ...bonus, _id: 's-1', createdAt: new Date().toISOString(), bonus: { description: called } }
    operator.break('POST /statement', { body: { total: 1, statements: [row] } })
    await arrive(page, 'en', false)
    await page.goto('/user/home')
    expect(await leading(page.getByRole('heading', { name }))).toBe(1.8)
    await page.goto('/user/statement')
    expect(await leading(page.getByText(called))).toBe(1.8)
  },
)

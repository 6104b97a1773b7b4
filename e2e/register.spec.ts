// What stands below a refusal on the smallest phone.
import { expect } from '@playwright/test'
import { test } from './scenes/stage-test.ts'
import { visitorScenes } from './scenes/visitors.ts'

test.use({ viewport: { width: 320, height: 568 } })

test('a refused bank account leaves the button below it whole, above the menu', async ({ page, stage }) => {
  const scene = visitorScenes.find(({ name }) => name === 'register/bank-taken')
  if (!scene) throw new Error('There is no such scene')
  const { words } = await stage.enter(scene, 'en')
  const menu = await page.getByRole('navigation').last().boundingBox()
  const finish = page.getByRole('button', { name: words('register.finish'), exact: true })
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeInViewport({ ratio: 1 })
  await expect
    .poll(async () => {
      const box = await finish.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    })
    .toBeLessThanOrEqual(menu?.y ?? 0)
})

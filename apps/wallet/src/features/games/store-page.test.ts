import { expect, test } from 'vitest'
import { storePage } from './store-page.ts'

test.each([
  ['market://details?id=com.game', 'https://play.google.com/store/apps/details?id=com.game'],
  ['itms-apps://apps.apple.com/th/app/id12', 'https://apps.apple.com/th/app/id12'],
  ['https://game.example/app.apk', 'https://game.example/app.apk'],
  ['itms-services://?action=download-manifest', 'itms-services://?action=download-manifest'],
  [null, null],
])('what %s names in a store stands at %s', (address, page) => {
  expect(storePage(address)).toBe(page)
})

import { expect, test } from 'vitest'
import { externalUrl } from '../../lib/way-out.ts'
import { appAround, ownBrowserUrl } from './app-around.ts'

const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/AP1A; wv) AppleWebKit/537.36 Version/4.0 Chrome/126.0 Mobile Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const agents = [
  ['LINE', `${android} Line/14.9.0/IAB`],
  ['LINE', `${iphone} Safari Line/14.9.0`],
  ['Facebook', `${android} [FB_IAB/FB4A;FBAV/468.0.0.0;]`],
  ['Facebook', `${iphone} [FBAN/FBIOS;FBAV/468.0.0.0;FBDV/iPhone15,2]`],
  ['Instagram', `${android} Instagram 336.0.0.0 Android (34/14)`],
  ['Instagram', `${iphone} Instagram 336.0.0.0 (iPhone15,2; iOS 17_5; FBAV/none)`],
  ['TikTok', `${android} musical_ly_2023405030 BytedanceWebview/d8a21c6`],
  ['TikTok', `${iphone} musical_ly_34.5.0 TikTok 34.5.0`],
] as const

test.each(agents)('%s is known by %s', (name, agent) => {
  expect(appAround(agent)).toBe(name)
})

test.each([
  ['Chrome', `${android.replace('; wv', '')}`],
  ['Safari', `${iphone} Version/17.5 Safari/604.1`],
  [
    'Samsung',
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
  ],
  ['Firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0'],
])('%s is a browser of its own', (_, agent) => {
  expect(appAround(agent)).toBeNull()
  expect(externalUrl('https://game.example/in?code=1', agent)).toBe('https://game.example/in?code=1')
})

test('each app has its own way out, and on iPhones most have none', () => {
  const page = 'https://kapao.example/register?code=PR1'
  const [line, , facebook, facebookOnIphone] = agents.map(([, agent]) => ownBrowserUrl(page, agent))
  expect(line).toBe('https://kapao.example/register?code=PR1&openExternalBrowser=1')
  expect(facebook).toBe(
    'intent://kapao.example/register?code=PR1#Intent;scheme=https;action=android.intent.action.VIEW;end',
  )
  expect(facebookOnIphone).toBeNull()
})

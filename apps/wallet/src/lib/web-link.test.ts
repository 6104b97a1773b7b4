import { expect, test } from 'vitest'
import { webLink } from './web-link.ts'

test.each([
  ['https://line.example/o', 'https://line.example/o'],
  [' HTTP://operator.example ', 'HTTP://operator.example'],
  ['operator.example', 'https://operator.example'],
  ['www.operator.example:8443/a?b#c', 'https://www.operator.example:8443/a?b#c'],
  ['line.me/R/ti/p/@operator', 'https://line.me/R/ti/p/@operator'],
])('%s leads to %s', (written, link) => {
  expect(webLink(written)).toBe(link)
})

test.each([
  '',
  '@operator',
  'operator',
  'javascript:alert(1)',
  'javascript:operator.example',
  'javascript://operator.example/%0aalert(1)',
  'data:text/html,operator.example',
  'market://details.example',
  '//operator.example',
  '/operator.example',
  'operator.example@elsewhere.example',
  'mailto:help@operator.example',
  'Ask operator.example',
])('%s leads nowhere', (written) => {
  expect(webLink(written)).toBeNull()
})

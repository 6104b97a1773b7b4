import { expect, test } from 'vitest'
import { pictureAt } from './slip-calls.ts'

const page = 'https://kapao.example/user/statement'

test.each([
  ['/files/x.jpg', '/', 'https://kapao.example/files/x.jpg'],
  ['files/x.jpg', '/', 'https://kapao.example/files/x.jpg'],
  ['/files/x.jpg', 'https://api.example/', 'https://api.example/files/x.jpg'],
  ['files/x.jpg', 'https://api.example/', 'https://api.example/files/x.jpg'],
  ['//cdn.example/x.jpg', 'https://api.example/', 'https://cdn.example/x.jpg'],
  ['https://cdn.example/x.jpg', 'https://api.example/', 'https://cdn.example/x.jpg'],
  ['https://', 'https://api.example/', 'https://'],
])('the picture of the slip with the link %s is, where the API is at %s, at %s', (link, api, address) => {
  expect(pictureAt(link, page, api)).toBe(address)
})

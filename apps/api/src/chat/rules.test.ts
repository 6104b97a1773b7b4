import { expect, it } from 'vitest'
import { judgeCustomerMessage, withOwnPath } from './rules.ts'

const textOf = (text: string) => ({ message_type: 'text', payload: { text } })

it.each(['\u200b', '\u2060\ufeff', ' \u00ad\n', '\u3164', '\u2800\u2800', '\ufe0f', '\u0007', ''])(
  'a text of which nothing is seen is an empty one: %j',
  (text) => {
    expect(judgeCustomerMessage(textOf(text))).toMatchObject({
      refused: 'BAD_REQUEST',
      field: 'message.payload.text',
    })
  },
)

it.each(['👨\u200d👩\u200d👧', 'ไทย\u200bไทย', 'ລາວ\u200bລາວ', '\u0e33', '❤️', '.'])(
  'what only joins the signs of a text stays in it: %s',
  (text) => {
    expect(judgeCustomerMessage(textOf(text))).toEqual(textOf(text))
  },
)

const mediaOf = (filePath: string, url = true) => ({
  message_type: 'media',
  payload: { message: 'x', url, fileType: 'image', filePath },
})
const path = `/api/chat/files/${'a'.repeat(48)}chat.jpg`

it.each(['https://api.example', 'HTTPS://API.example:443'])(
  'a file by its whole address at this API is the one by its path: %s',
  (origin) => {
    const taken = withOwnPath(mediaOf(`${origin}${path}`), 'https://api.example')
    expect(taken).toEqual(mediaOf(path, false))
    expect(judgeCustomerMessage(taken)).toMatchObject({ payload: { filePath: path } })
  },
)

it.each([
  mediaOf(`https://evil.example${path}`),
  mediaOf(`http://api.example${path}`),
  mediaOf(`https://api.example.evil.example${path}`),
  mediaOf(`https://api.example@evil.example${path}`),
  mediaOf(path),
  mediaOf('https://api.example/api/files/x.jpg'),
  mediaOf(`https://api.example${path}?x=1`),
  mediaOf('no address'),
  mediaOf(`https://api.example${path}`, false),
])('any other file is refused as before: %j', (message) => {
  expect(judgeCustomerMessage(withOwnPath(message, 'https://api.example'))).toMatchObject({
    refused: 'BAD_REQUEST',
  })
})

it.each([null, 7, 'text', textOf('https://api.example'), { message_type: 'media' }])(
  'what has no address is left as it is: %j',
  (message) => {
    expect(withOwnPath(message, 'https://api.example')).toBe(message)
  },
)

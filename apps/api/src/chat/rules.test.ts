import { expect, it } from 'vitest'
import { judgeCustomerMessage } from './rules.ts'

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

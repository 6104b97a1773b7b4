import type { ChatButton, KnownMessage } from '@kapao/contract/chat'
import { expect, test } from 'vitest'
import { named } from './named.ts'

/** One of each kind, with these words wherever a customer reads any. */
function messages(words: string): readonly KnownMessage[] {
  const buttons: ChatButton[] = [
    { title: words, type: 'postback', payload: words },
    { title: words, type: 'web', payload: 'https://kapao.example/{name}' },
  ]
  return [
    { message_type: 'text', payload: { text: words } },
    { message_type: 'media', payload: { message: words, url: false, fileType: 'file', filePath: '/{name}' } },
    { message_type: 'buttons', payload: { text: words, buttons } },
    { message_type: 'quick_replies', payload: { text: words, quick_replies: buttons } },
    {
      message_type: 'generic',
      payload: { elements: [{ image_url: '/{name}', title: words, subtitle: words, buttons }] },
    },
  ]
}

test('the name stands in every text that the customer reads, and in no address', () => {
  expect(messages('For {name}').map((message) => named(message, 'Nok'))).toEqual(messages('For Nok'))
})

import { expect, test } from 'vitest'
import { customerName, searchFor } from './customer-name.ts'
import type { Text } from './i18n.ts'

const t: Text = (_key, values) => `Guest ${String(values?.id)}`

const guest = { kind: 'guest', name: '', username: '', conversationId: 'Ab_c-7vJ-l' } as const

test('a guest is called by four signs that can be read out, and looked for by what is read', () => {
  expect(customerName(t, guest)).toBe('Guest 7VJL')
  expect(searchFor(t, ' Guest 7VJL ')).toBe('7VJL')
  expect(searchFor(t, 'guest 7v')).toBe('7v')
})

test('everything else is looked for as it was typed', () => {
  for (const typed of ['Somchai', 'Guest', 'Guestave', '081-234']) expect(searchFor(t, typed)).toBe(typed)
})

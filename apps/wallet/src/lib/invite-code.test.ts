import { expect, test } from 'vitest'
import { inviteCodeIn } from './invite-code.ts'

test('the code of an invitation is what its link says', () => {
  expect(inviteCodeIn('?code=PR123456789012&openExternalBrowser=1')).toBe('PR123456789012')
  expect(inviteCodeIn('?code=%E0%B8%9E%E0%B8%B5%E0%B9%88')).toBe('พี่')
})

test.each(['', '?code=', '?code=PR1%00', '?code=PR1%0A', '?code=%7F', `?code=${'x'.repeat(101)}`])(
  'no server would take that of "%s", so it is none',
  (search) => {
    expect(inviteCodeIn(search)).toBeNull()
  },
)

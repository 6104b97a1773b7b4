import { expect, test } from 'vitest'
import { persistent, storageKeys } from '../../lib/storage.ts'
import type { RegisterState } from './register-machine.ts'
import { savedRegister, saveRegister } from './register-saved.ts'

const refusedFor = (field: string): RegisterState => ({
  ...savedRegister(),
  failure: { kind: 'refused', message: 'INVALID_USER_INFO', field },
})

test('an invitation goes along until the server does not take it, and no longer', () => {
  persistent.set(storageKeys.inviteCode, 'FRIEND')
  saveRegister(refusedFor('name'))
  expect(persistent.get(storageKeys.inviteCode)).toBe('FRIEND')
  saveRegister(refusedFor('inviteCode'))
  expect(persistent.get(storageKeys.inviteCode)).toBeNull()
})

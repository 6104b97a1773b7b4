import * as desk from '@kapao/contract/desk'
import * as admin from '@kapao/contract/desk-admin'
import * as member from '@kapao/contract/desk-member'
import * as tools from '@kapao/contract/desk-tools'
import { expect, test } from 'vitest'
import errors from './errors.en.json'

const declared = [desk, member, admin, tools]
  .flatMap((calls) => Object.values(calls))
  .flatMap((one) => (typeof one === 'object' && 'refusals' in one ? one.refusals : []))
/** What any call may be answered besides. */
const general = ['gone', 'REQUEST_LIMIT', 'OVERLOADED', 'INTERNAL_SERVER_ERROR']

test.each([...new Set([...declared, ...general])])('%s has words at the desk', (code) => {
  expect(Object.keys(errors)).toContain(code)
})

import { post } from '../src/ledger/accounts.ts'
import { parseDecimal } from './amounts.ts'
import type { TestMember, TestServer } from './server.ts'

/** Takes from a member's hold what is kept there for something under way, as no rule of the product does; the answer brings it back. */
export async function takeAstray(
  server: TestServer,
  { id: memberId }: TestMember,
  amount: string,
): Promise<() => Promise<void>> {
  const move = (reference: string, from: 'wallet' | 'hold', to: 'wallet' | 'hold') =>
    server.database.transaction((tx) =>
      post(tx, {
        kind: 'withdraw-return',
        reference: `${reference}-${memberId}`,
        from: { memberId, kind: from },
        to: { memberId, kind: to },
        amount: parseDecimal(amount),
      }),
    )
  await move('astray', 'hold', 'wallet')
  return () => move('found', 'wallet', 'hold')
}

/** A settled deposit in the statement of an operator's own server. */
export const paidIn = (_id: string, amount: number) => ({
  _id,
  statementType: 'deposit',
  status: 'SUCCESS',
  from: 'BANK',
  to: 'WALLET',
  amount,
  createdAt: '2026-11-02T03:04:05.000Z',
})

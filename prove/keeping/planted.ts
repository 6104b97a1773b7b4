// What somebody with the keys of the database could do, each with what must be said of it. The statement answers whom it was done to.
interface Planted {
  readonly what: string
  readonly sql: string
  readonly kind: string
}

export const planted: readonly Planted[] = [
  {
    what: 'a wallet was given a baht',
    sql: `update ledger_account set balance_minor = balance_minor + 100
      where id = (select min(id) from ledger_account where kind = 'wallet') returning 'account ' || id || ' ' as subject`,
    kind: 'balance',
  },
  {
    what: 'a deposit was taken out of the books',
    sql: `delete from bank_event where id = (select min(id) from bank_event where state = 'credited') returning trans_ref as subject`,
    kind: 'deposit-missing',
  },
  {
    what: 'a deposit has another amount than at the bank',
    sql: `update bank_event set amount_minor = amount_minor + 1 where id = (select max(id) from bank_event where state = 'credited')
      returning trans_ref as subject`,
    kind: 'deposit-amount',
  },
  {
    what: 'a payout was said to have gone elsewhere',
    sql: `update withdrawal set bank_account_no = '0000000000' where id = (select id from withdrawal where state = 'settled' limit 1)
      returning id::text as subject`,
    kind: 'payout',
  },
  {
    what: 'a transfer was said not to have happened',
    sql: `update game_transfer set state = 'refused', moved_minor = null where id = (
      select id from game_transfer where state = 'confirmed' limit 1) returning id::text as subject`,
    kind: 'transfer',
  },
  {
    what: 'a movement was rewritten after it was sealed',
    sql: `update ledger_movement set reference = reference || 'x' where id = (select min(id) from ledger_movement)
      returning 'movements 1 to ' as subject`,
    kind: 'ledger-seal',
  },
  {
    what: 'a line of the audit trail was changed',
    sql: `update staff_audit set action = 'logout' where id = (select min(id) from staff_audit) returning 'staff_audit ' || id as subject`,
    kind: 'audit-changed',
  },
  {
    what: 'a change of a setting was taken out of the audit trail',
    sql: `delete from operator_change where id = (select min(id) from operator_change) returning 'operator_change ' || id as subject`,
    kind: 'audit-removed',
  },
]

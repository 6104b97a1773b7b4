// The books themselves: what the database holds, asked beside the server.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Kapao } from './kapao.ts'
import type { Sandbox } from './sandbox.ts'

export type HouseAccount = { kind: string; code: string; currency: string; balance: bigint }

/** A row of the statement as the ledger's projection has it; its money is not moved. */
export type OldRow = {
  type: 'deposit' | 'withdraw' | 'transfer' | 'bonus' | 'finish_bonus'
  status: 'SUCCESS' | 'FAILED' | 'PENDING'
  from: string
  to: string
  amountMinor: number
  at: string
  /** What is behind it. */
  behind?: { kind: 'bonus' | 'promotion' | 'invite' | 'refund' | 'luckydraw'; description: string }
}

export class Books {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(kapao: Kapao): Promise<Books> {
    const client = new pg.Client({ connectionString: kapao.addresses.databaseUrl })
    await client.connect()
    return new Books(client)
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  async #rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(sql, values)).rows
  }

  /** Satang of the member's wallet, on hold, and what their entries sum to. */
  async ofMember(phone: string): Promise<{ wallet: bigint; hold: bigint; entries: bigint }> {
    const rows = await this.#rows<{ kind: string; balance: string; entries: string }>(
      `select a.kind, a.balance_minor as balance, coalesce(sum(e.amount_minor), 0) as entries
       from ledger_account a join member m on m.id = a.member_id left join ledger_entry e on e.account_id = a.id
       where m.username = $1 group by a.id`,
      [phone],
    )
    const balanceOf = (kind: string) => BigInt(rows.find((row) => row.kind === kind)?.balance ?? 0)
    const entries = rows.reduce((sum, row) => sum + BigInt(row.entries), 0n)
    return { wallet: balanceOf('wallet'), hold: balanceOf('hold'), entries }
  }

  /** Our accounts for the outside world, satang. */
  async house(): Promise<HouseAccount[]> {
    const rows = await this.#rows<{ kind: string; code: string; currency: string; balance_minor: string }>(
      'select kind, code, currency, balance_minor from ledger_house_balance',
    )
    return rows.map(({ balance_minor, ...row }) => ({ ...row, balance: BigInt(balance_minor) }))
  }

  /** What must hold whatever happened: every movement sums to zero, all of them too, and stored balances are their entries. */
  async faults(): Promise<{ unevenMovements: number; sum: bigint; wrongBalances: number }> {
    const [row] = await this.#rows<{ uneven: string; sum: string; wrong: string }>(
      `select
         (select count(*) from (select movement_id from ledger_entry group by movement_id
            having sum(amount_minor) <> 0 or count(*) <> 2) as one) as uneven,
         (select coalesce(sum(amount_minor), 0) from ledger_entry) as sum,
         (select count(*) from ledger_account a where a.balance_minor is not null and a.balance_minor <>
            (select coalesce(sum(e.amount_minor), 0) from ledger_entry e where e.account_id = a.id)) as wrong`,
    )
    return {
      unevenMovements: Number(row?.uneven),
      sum: BigInt(row?.sum ?? -1),
      wrongBalances: Number(row?.wrong),
    }
  }

  /** The bank accounts of ours whose books differ from the bank's, in words; money in is plus at the bank and minus here. */
  async differencesFromBank(sandbox: Sandbox): Promise<string[]> {
    const differences: string[] = []
    for (const { kind, code, balance } of await this.house()) {
      if (kind !== 'bank') continue
      const [bankCode = '', bankAccountNo = ''] = code.split(':')
      const atBank = toMinor((await sandbox.bankAccount({ bankCode, bankAccountNo })).balance)
      if (atBank !== -balance) differences.push(`${code}: ${-balance} here, ${atBank} at the bank`)
    }
    return differences
  }

  /** The games whose books differ from ours, in words: all that their players brought and took, in the wallet's currency. */
  async differencesFromGames(sandbox: Sandbox): Promise<string[]> {
    const accounts = await this.#rows<{ code: string; username: string; currency: string; ratio: string }>(
      `select a.game_code as code, a.username, m.currency, g.ratios ->> m.currency as ratio
       from game_account a join member m on m.id = a.member_id join game g on g.code = a.game_code`,
    )
    const there = new Map<string, bigint>()
    for (const { code, username, currency, ratio } of accounts) {
      const { transfers } = await sandbox.game(code, username)
      const key = `${code} ${currency}`
      for (const { type, amount, status } of transfers) {
        if (status !== 'success') continue
        const worth = toMinor(amount) * BigInt(ratio)
        there.set(key, (there.get(key) ?? 0n) + (type === 'deposit' ? worth : -worth))
      }
    }
    const here = new Map(
      (await this.house())
        .filter(({ kind }) => kind === 'game')
        .map(({ code, currency, balance }) => [`${code} ${currency}`, balance]),
    )
    return [...new Set([...there.keys(), ...here.keys()])].flatMap((key) => {
      const [ours, theirs] = [here.get(key) ?? 0n, there.get(key) ?? 0n]
      return ours === theirs ? [] : [`${key}: ${ours} here, ${theirs} at the game`]
    })
  }

  /** Transfers and withdrawals whose end is not known yet. */
  async openMovements(): Promise<number> {
    const [row] = await this.#rows<{ count: string }>(
      `select (select count(*) from game_transfer where state = 'open')
         + (select count(*) from withdrawal where state in ('held', 'sent')) as count`,
    )
    return Number(row?.count)
  }

  async countStatements(phone: string, type: string): Promise<number> {
    const [row] = await this.#rows<{ count: string }>(
      `select count(*) from statement s join member m on m.id = s.member_id
       where m.username = $1 and s.statement_type = $2`,
      [phone, type],
    )
    return Number(row?.count)
  }

  /** Writes rows into the member's statement as if they had come then, the last one newest. */
  async addOldRows(phone: string, rows: readonly OldRow[]): Promise<void> {
    for (const { type, status, from, to, amountMinor, at, behind } of rows) {
      const [source] = behind ? await this.#addBehind(phone, behind) : [{ kind: 'journey', id: randomUUID() }]
      await this.#rows(
        `insert into statement (member_id, statement_type, status, from_code, to_code, amount_minor, source_kind, source_id, created_at)
         select id, $2, $3, $4, $5, $6, $7, $8, $9 from member where username = $1`,
        [phone, type, status, from, to, amountMinor, source?.kind, source?.id, at],
      )
    }
  }

  #addBehind(phone: string, { kind, description }: NonNullable<OldRow['behind']>) {
    if (kind === 'luckydraw') {
      return this.#rows<{ kind: string; id: string }>(
        `with spin as (insert into wheel_spin (id, member_id, wheel_code, slice_code, label, kind)
           select gen_random_uuid(), id, 'W', 'S', 'S', 'money' from member where username = $1 returning id, member_id)
         insert into coupon (reference, member_id, spin_id, wheel_code, slice_code, slice_label, prize_name, kind,
           amount_minor, state, ended_at, expires_at)
         select gen_random_uuid()::text, member_id, id, 'W', 'S', 'S', $2, 'money', 100, 'claimed', now(), now() from spin
         returning 'coupon' as kind, id::text`,
        [phone, description],
      )
    }
    return this.#rows<{ kind: string; id: string }>(
      `insert into condition (member_id, kind, description, success_percent, fail_percent, state, base_minor, bonus_minor,
         applied_at, ended_at)
       select id, $2, $3, 100, 0, 'success', 100, 100, now(), now() from member where username = $1
       returning 'condition' as kind, id::text`,
      [phone, kind, description],
    )
  }

  /** Changes a setting of the operator; answers how to put it back. */
  async setSetting(name: string, value: unknown): Promise<() => Promise<void>> {
    const [row] = await this.#rows<{ value: unknown }>('select value from operator_setting where name = $1', [
      name,
    ])
    const write = async (to: unknown) => {
      await this.#rows('update operator_setting set value = $2 where name = $1', [name, JSON.stringify(to)])
    }
    await write(value)
    return () => write(row?.value)
  }

  /** What a game has said for so many seconds that it has never heard of counts as said for an hour. */
  async passNotFound(seconds = 0): Promise<void> {
    await this.#rows(
      `update game_transfer set not_found_since = now() - interval '1 hour'
       where state = 'open' and not_found_since <= now() - make_interval(secs => $1)`,
      [seconds],
    )
  }

  /** Switches a game off; answers how to switch it on again. */
  async switchOff(code: string): Promise<() => Promise<void>> {
    const write = async (isEnabled: boolean) => {
      await this.#rows('update game set is_enabled = $2 where code = $1', [code, isEnabled])
    }
    await write(false)
    return () => write(true)
  }

  /** The wheel draws nothing but this slice, nearly: it outweighs all others a million to one. Answers how to undo it. */
  async drawOnly(code: string): Promise<() => Promise<void>> {
    const weights = await this.#rows<{ code: string; weight: number }>('select code, weight from wheel_slice')
    await this.#rows('update wheel_slice set weight = case when code = $1 then 1000000 else 1 end', [code])
    return async () => {
      for (const one of weights)
        await this.#rows('update wheel_slice set weight = $2 where code = $1', [one.code, one.weight])
    }
  }

  /** As if the member's open codes had been made earlier and ran out so many seconds from now. */
  async letQrEndIn(phone: string, seconds: number): Promise<void> {
    await this.#rows(
      `update qr_code set expires_at = now() + make_interval(secs => $2)
       where state = 'open' and member_id = (select id from member where username = $1)`,
      [phone, seconds],
    )
  }

  /** As it was written down before the bank's rule about names. */
  async setBankAccount(phone: string, bankCode: string, bankAccountName: string): Promise<void> {
    await this.#rows('update member set bank_code = $2, bank_account_name = $3 where username = $1', [
      phone,
      bankCode,
      bankAccountName,
    ])
  }

  /** As if the member's losses until now had been made before the last period ended. */
  async letPeriodEnd(phone: string): Promise<void> {
    for (const table of ['game_account', 'game_transfer'])
      await this.#rows(
        `update ${table} set created_at = now() - interval '30 days'
         where member_id = (select id from member where username = $1)`,
        [phone],
      )
  }

  /** As if the member's slips that still wait had been uploaded an hour ago and looked for all the time; their turn is now. */
  async letSlipsRunOut(phone: string): Promise<void> {
    await this.#rows(
      `update slip set created_at = now() - interval '61 minutes', checks = 60, next_check_at = now()
       where state = 'waiting' and member_id = (select id from member where username = $1)`,
      [phone],
    )
  }

  /** As if the picture of a slip that waits for its bank had never been kept; answers how many there are. */
  async loseSlipPicture(phone: string): Promise<number> {
    const lost = await this.#rows(
      `update slip set file_name = md5('lost') || '.jpg', sending_bank = null, trans_ref = null, next_check_at = now()
       where state = 'waiting' and trans_ref is not null and next_check_at < now() + interval '20 seconds'
         and member_id = (select id from member where username = $1) returning id`,
      [phone],
    )
    return lost.length
  }

  async endSessions(phone: string, how: 'revoked' | 'idle'): Promise<void> {
    const change = how === 'revoked' ? 'revoked_at = now()' : "last_used_at = now() - interval '2 days'"
    await this.#rows(
      `update session set ${change} where member_id = (select id from member where username = $1)`,
      [phone],
    )
  }
}

/** A JSON number of the wire in hundredths. */
export function toMinor(amount: number): bigint {
  const text = amount.toFixed(2)
  return BigInt(text.replace('.', ''))
}

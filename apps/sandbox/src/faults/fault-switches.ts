import { numberOf, numberOrNull, type Store, textOf } from '../store.ts'
import type { BankFault, GameFault, SmsFault, VoucherFault } from './catalogue.ts'

/** `times` null: until it is cleared. */
export type ActiveFault = { readonly target: string; readonly fault: string; readonly times: number | null }

interface FaultsOf {
  readonly bank: BankFault
  readonly sms: SmsFault
  readonly voucher: VoucherFault
}
type FaultOf<T extends string> = T extends keyof FaultsOf ? FaultsOf[T] : GameFault

/** The switches, kept over a restart. The one that was set first is used up first. */
export class FaultSwitches {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  set(target: string, fault: string, times: number | null): void {
    this.#store.run('INSERT INTO fault (target, fault, remaining) VALUES (?, ?, ?)', target, fault, times)
  }

  list(): ActiveFault[] {
    return this.#store.all('SELECT target, fault, remaining FROM fault ORDER BY id').map((row) => ({
      target: textOf(row, 'target'),
      fault: textOf(row, 'fault'),
      times: numberOrNull(row, 'remaining'),
    }))
  }

  clear(): void {
    this.#store.run('DELETE FROM fault')
  }

  clearOne(target: string, fault: string): void {
    this.#store.run('DELETE FROM fault WHERE target = ? AND fault = ?', target, fault)
  }

  /** The first active one among `faults`, with one of its times used up; null when none is on. */
  take<T extends keyof FaultsOf | `game:${string}`, F extends FaultOf<T>>(
    target: T,
    faults: readonly F[],
  ): F | null {
    for (const row of this.#store.all(
      'SELECT id, fault, remaining FROM fault WHERE target = ? ORDER BY id',
      target,
    )) {
      const name = textOf(row, 'fault')
      const fault = faults.find((candidate) => candidate === name)
      if (fault === undefined) continue
      this.#useUp(numberOf(row, 'id'), numberOrNull(row, 'remaining'))
      return fault
    }
    return null
  }

  #useUp(id: number, remaining: number | null): void {
    if (remaining === null) return
    if (remaining <= 1) this.#store.run('DELETE FROM fault WHERE id = ?', id)
    else this.#store.run('UPDATE fault SET remaining = remaining - 1 WHERE id = ?', id)
  }
}

// The outside world, played by its control calls: the bank's customers, the phone that gets the SMS, the game's luck.
export type BankAccount = { bankCode: string; bankAccountNo: string; bankAccountName: string }
export type BankStatement = {
  balance: number
  entries: { transRef: string; amount: number; counterparty: BankAccount }[]
}
export type GameBooks = {
  balance: number
  transfers: { transferId: string; type: 'deposit' | 'withdraw'; amount: number; status: string }[]
}

export class Sandbox {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async #ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.#url}/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    const answer: Answer = JSON.parse(await response.text())
    return answer
  }

  /** The newest one-time code that was sent to this phone, as soon as there is one. */
  async otpFor(phone: string): Promise<string> {
    const deadline = Date.now() + 10_000
    while (Date.now() < deadline) {
      const { messages } = await this.#ask<{ messages: { text: string }[] }>('GET', `/sms/${phone}`)
      const code = /\d{6}/.exec(messages[0]?.text ?? '')?.[0]
      if (code !== undefined) return code
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`No code was sent to ${phone}`)
  }

  payQr(qr: string, from?: BankAccount): Promise<{ transRef: string; amount: number }> {
    return this.#ask('POST', '/bank/pay', { qr, ...(from ? { from } : {}) })
  }

  /** Money in an account's currency, with at most two decimals. */
  transfer(
    from: BankAccount,
    to: { bankCode: string; bankAccountNo: string },
    amount: number,
    currency?: string,
  ): Promise<{ transRef: string }> {
    return this.#ask('POST', '/bank/transfer', { from, to, amount, ...(currency ? { currency } : {}) })
  }

  /** Zero and nothing for an account that never took part. */
  async bankAccount({
    bankCode,
    bankAccountNo,
  }: {
    bankCode: string
    bankAccountNo: string
  }): Promise<BankStatement> {
    const path = `/bank/accounts/${bankAccountNo}?bankCode=${bankCode}`
    try {
      return await this.#ask('GET', path)
    } catch (error) {
      if (error instanceof Error && error.message.includes(': 404 ')) return { balance: 0, entries: [] }
      throw error
    }
  }

  game(code: string, username: string): Promise<GameBooks> {
    return this.#ask('GET', `/games/${code}/${username}`)
  }

  /** Credits won (above zero) or lost. */
  play(code: string, username: string, result: number): Promise<{ balance: number }> {
    return this.#ask('POST', `/games/${code}/${username}/play`, { result })
  }

  setFault(target: string, fault: string, times?: number): Promise<unknown> {
    return this.#ask('POST', '/faults', { target, fault, ...(times === undefined ? {} : { times }) })
  }

  clearFaults(): Promise<unknown> {
    return this.#ask('DELETE', '/faults')
  }
}

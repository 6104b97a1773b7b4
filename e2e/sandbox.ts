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

export type SlipVariant = 'noQr' | 'badCrc' | 'rotated' | 'cropped' | 'twoCodes' | 'tiny'

export class Sandbox {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async #fetch(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.#url}/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  async #ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer: Answer = JSON.parse(await (await this.#fetch(method, path, body)).text())
    return answer
  }

  /** The newest one-time code that was sent to this phone, as soon as there is one. */
  async otpFor(phone: string): Promise<string> {
    const deadline = Date.now() + 60_000
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
    minutesAgo = 0,
  ): Promise<{ transRef: string }> {
    const order = { from, to, amount, minutesAgo, ...(currency ? { currency } : {}) }
    return this.#ask('POST', '/bank/transfer', order)
  }

  /** The picture that the sender's bank shows of a transfer. */
  async slip(transRef: string, variant?: SlipVariant): Promise<Buffer> {
    const response = await this.#fetch('POST', '/bank/slip', { transRef, ...(variant ? { variant } : {}) })
    return Buffer.from(await response.arrayBuffer())
  }

  /** Lets the bank tell of a transfer that it was to hold back. */
  tell(transRef: string): Promise<unknown> {
    return this.#ask('POST', '/bank/tell', { transRef })
  }

  /** Resolves once the bank's feed has told of a transfer. */
  async untilTold(transRef: string): Promise<void> {
    const deadline = Date.now() + 60_000
    while (Date.now() < deadline) {
      const feed = await (await fetch(`${this.#url}/bank/feed?limit=1000`)).text()
      if (feed.includes(transRef)) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`The feed never told of ${transRef}`)
  }

  /** The link of a gift; `fault` is what goes wrong with this one. */
  async gift(amount: number, fault?: 'timeout-after' | 'expired' | 'taken'): Promise<string> {
    return (await this.#ask<{ link: string }>('POST', '/vouchers', { amount, ...(fault ? { fault } : {}) }))
      .link
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

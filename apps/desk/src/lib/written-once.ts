import { randomUuid } from '@kapao/browser/random-uuid'

/** What is written again with the same content, since no answer came, has the same id, by which the server knows that it is there already. */
export interface WrittenOnce {
  idOf(content: string): string
  /** It is there: the same content is another one from now on. */
  done(): void
}

export function writtenOnce(): WrittenOnce {
  let last: { readonly content: string; readonly id: string } | null = null
  return {
    idOf(content) {
      if (content !== last?.content) last = { content, id: randomUuid() }
      return last.id
    },
    done() {
      last = null
    },
  }
}

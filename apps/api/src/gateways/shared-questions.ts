import { outside } from '../asker.ts'

interface Next<Answer> {
  isPatient: boolean
  readonly answer: Promise<Answer>
}

interface UnderWay<Answer> {
  /** Never rejects. */
  readonly over: Promise<void>
  /** What follows it, for all who have asked since it began. */
  next: Next<Answer> | null
}

/**
 * Asks about each name once at a time, whoever and however many want to know. A question that is under way began before they asked, and may tell what was
 * then: they wait for its end, and share the one that follows.
 */
export class SharedQuestions<Answer> {
  readonly #ask: (name: string, isPatient: boolean) => Promise<Answer>
  readonly #underWay = new Map<string, UnderWay<Answer>>()

  constructor(ask: (name: string, isPatient: boolean) => Promise<Answer>) {
    this.#ask = ask
  }

  /** One that is shared is as patient as the most patient of its askers. */
  ask(name: string, isPatient: boolean): Promise<Answer> {
    const before = this.#underWay.get(name)
    if (before === undefined) return this.#begin(name, isPatient)
    if (before.next) before.next.isPatient ||= isPatient
    else before.next = this.#follow(before, name, isPatient)
    const { answer } = before.next
    return outside(() => answer)
  }

  #follow({ over }: UnderWay<Answer>, name: string, isPatient: boolean): Next<Answer> {
    const next: Next<Answer> = { isPatient, answer: over.then(() => this.#begin(name, next.isPatient)) }
    return next
  }

  #begin(name: string, isPatient: boolean): Promise<Answer> {
    const answer = this.#ask(name, isPatient)
    const end = () => {
      // What follows is known by its name until it has begun: nobody begins another beside it.
      if (underWay.next === null) this.#underWay.delete(name)
    }
    const underWay: UnderWay<Answer> = { over: answer.then(end, end), next: null }
    this.#underWay.set(name, underWay)
    return answer
  }
}

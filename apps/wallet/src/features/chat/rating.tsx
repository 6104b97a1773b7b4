/** Under an ended conversation: how were you helped? A tap is the answer; words may follow it. */

import { useBusy } from '@kapao/browser/use-busy'
import { leavesFocusToLog } from '@kapao/chat-view/leaves-focus'
import { RATINGS, Star } from '@kapao/chat-view/stars'
import { type EndedSession, RATING_COMMENT_MAX, rateChat } from '@kapao/contract/chat'
import { Button } from '@kapao/ui/button'
import { Icon } from '@kapao/ui/icon'
import { type FormEvent, useState } from 'react'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import type { ChatClient } from './chat-client.ts'
import styles from './rating.module.css'
import { hasArrived, type Rated } from './rating-arrived.ts'

/** Answers whether the server has it. */
async function rate(client: ChatClient, sessionId: string, score: number, comment: string): Promise<boolean> {
  const customer = await client.customer()
  if (!customer) return false
  const { userId, guestId } = customer
  const said = await send(rateChat, { body: { userId, guestId, session_id: sessionId, score, comment } })
  if (said.ok) client.desk.isRated(sessionId, score)
  return said.ok
}

export function Rating({ client, ended }: { client: ChatClient; ended: EndedSession }) {
  const t = useText()
  const [busy, run] = useBusy()
  // Lit at once, and put out again if it did not arrive.
  const [tapped, setTapped] = useState<number | null>(null)
  const [step, setStep] = useState<'stars' | 'words' | 'done'>('stars')
  const [unanswered, setUnanswered] = useState<Rated | null>(null)
  const score = tapped ?? ended.score
  const isThere = unanswered !== null && hasArrived(unanswered, ended.score)
  function say(next: number, comment: string) {
    run(async () => {
      setUnanswered(null)
      setTapped(next)
      const isSaid = await rate(client, ended.session_id, next, comment)
      setTapped(null)
      if (isSaid) setStep(comment === '' ? 'words' : 'done')
      else setUnanswered({ score: next, comment })
    })
  }
  const isAsked = score === null
  return (
    <section className={styles.rating} aria-label={t('chat.rate')}>
      <p className={styles.title}>{t(isAsked ? 'chat.rate' : 'chat.rate-thanks')}</p>
      <div className={styles.stars}>
        {RATINGS.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={t('chat.rate-score', { score: one })}
            aria-pressed={one === score}
            aria-disabled={busy || step === 'done' || undefined}
            onClick={() => {
              if (step !== 'done') say(one, '')
            }}
          >
            <Star isLit={score !== null && one <= score} size={30} />
          </button>
        ))}
      </div>
      {isAsked ? (
        <p className={styles.ends}>
          <span>{t('chat.rate-worst')}</span>
          <span>{t('chat.rate-best')}</span>
        </p>
      ) : null}
      {unanswered !== null && !isThere ? (
        <p className={styles.problem} role="alert">
          <Icon name="warning" size={18} />
          <span>{t('chat.rate-failed')}</span>
        </p>
      ) : null}
      {(step === 'words' || isThere) && score !== null ? (
        <Words busy={busy} onSay={(comment) => say(score, comment)} />
      ) : null}
    </section>
  )
}

function Words({ busy, onSay }: { busy: boolean; onSay: (comment: string) => void }) {
  const t = useText()
  const [text, setText] = useState('')
  const comment = text.trim()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (comment !== '') onSay(comment)
  }
  return (
    <form ref={leavesFocusToLog} className={styles.words} onSubmit={submit}>
      <textarea
        rows={2}
        maxLength={RATING_COMMENT_MAX}
        value={text}
        aria-label={t('chat.rate-comment')}
        placeholder={t('chat.rate-comment')}
        onChange={(event) => setText(event.target.value)}
      />
      <Button small type="submit" variant="secondary" busy={busy} disabled={comment === ''}>
        {t('chat.rate-send')}
      </Button>
    </form>
  )
}

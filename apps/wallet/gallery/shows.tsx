import { fromMinorUnits } from '@kapao/money/minor'
import { Badge } from '@kapao/ui/badge'
import { Button } from '@kapao/ui/button'
import { Money } from '@kapao/ui/money'
import { Progress } from '@kapao/ui/progress'
import { SkeletonList } from '@kapao/ui/skeleton'
import { EmptyState, FailedState } from '@kapao/ui/states'
import { lazy, Suspense, useState } from 'react'
import { Card } from '../src/ui/card.tsx'
import { Countdown } from '../src/ui/countdown.tsx'
import { ListRow } from '../src/ui/list-row.tsx'
import { Pager } from '../src/ui/pager.tsx'
import { Stepper } from '../src/ui/stepper.tsx'
import styles from './gallery.module.css'
import { Part, Row } from './part.tsx'
import { games, type Sample } from './samples.ts'

const Carousel = lazy(() =>
  import('../src/ui/carousel.tsx').then(({ Carousel: part }) => ({ default: part<string> })),
)
const Html = lazy(() => import('../src/ui/html.tsx').then(({ Html: part }) => ({ default: part })))

const large = fromMinorUnits('10000000000')
const small = fromMinorUnits('123450')
const inFiveMinutes = Date.now() + 300_000
const ago = Date.now() - 5000

export function Amount({ s }: { s: Sample }) {
  const [amount, setAmount] = useState(large)
  return (
    <Part name="money">
      <Card tone="gold">
        <Money size="hero" amount={amount} currency={s.currency} roll />
        <Button small variant="secondary" onClick={() => setAmount(amount === large ? small : large)}>
          {s.retry}
        </Button>
      </Card>
      <Card>
        <Money size="hero" amount={small} currency={s.currency} />
      </Card>
      <Row>
        <Money size="lg" amount={large} currency={s.currency} />
        <Money amount={small} currency={s.currency} sign="plus" />
        <Money amount={small} currency={s.currency} sign="minus" />
        <Money size="sm" amount={fromMinorUnits('-5')} currency={s.currency} />
      </Row>
      <Row>
        <Countdown until={inFiveMinutes} label={s.title} />
        <Countdown until={ago} label={s.title} />
      </Row>
    </Part>
  )
}

export function Lists({ s }: { s: Sample }) {
  const [page, setPage] = useState(1)
  const tones = ['info', 'plus', 'minus', 'gold', 'neutral'] as const
  return (
    <Part name="lists">
      <Row>
        {s.states.map((state, index) => (
          <Badge key={state} tone={tones[index]}>
            {state}
          </Badge>
        ))}
      </Row>
      <Card flush>
        <ul>
          <li>
            <ListRow
              icon="deposit"
              title={s.deposit}
              text="21/11/2026 18:04:09"
              end={<Money amount={large} currency={s.currency} sign="plus" />}
            />
          </li>
          <li>
            <ListRow
              icon="withdraw"
              title={s.withdraw}
              text="21/11/2026 18:04:09"
              end={<Money amount={small} currency={s.currency} sign="minus" />}
              endText={s.states[1]}
            />
          </li>
          <li>
            <ListRow icon="key" title={s.title} onClick={() => undefined} />
          </li>
        </ul>
      </Card>
      <Pager
        page={page}
        pages={12}
        onPage={setPage}
        labels={{ pages: s.menu[2], previous: '<', next: '>', position: (at, of) => `${at} / ${of}` }}
      />
      <Stepper steps={s.steps} current={2} label={s.title} />
      <Progress value={0.4} label={s.title} />
      <Progress label={s.title} />
    </Part>
  )
}

export function States({ s }: { s: Sample }) {
  return (
    <Part name="states">
      <Card flush>
        <SkeletonList rows={3} label={s.states[0]} />
      </Card>
      <Card>
        <EmptyState icon="statement" title={s.empty} action={<Button small>{s.deposit}</Button>}>
          {s.emptyText}
        </EmptyState>
      </Card>
      <Card>
        <FailedState title={s.broken} retryLabel={s.retry} onRetry={() => undefined}>
          {s.sentence}
        </FailedState>
      </Card>
    </Part>
  )
}

export function Games({ s }: { s: Sample }) {
  return (
    <Part name="carousel">
      <Suspense fallback={<SkeletonList label={s.states[0]} />}>
        <Carousel
          label={s.title}
          items={games}
          keyOf={(code) => code}
          nameOf={(code) => code}
          renderItem={(code) => (
            <button type="button" className={styles.game}>
              <img src={`/art/game-${code.toLowerCase()}-bg.svg`} alt="" draggable={false} />
              <img src={`/art/game-${code.toLowerCase()}-logo.svg`} alt={code} draggable={false} />
            </button>
          )}
          labels={{
            carousel: 'carousel',
            previous: '<',
            next: '>',
            position: (place, count, name) => `${place} / ${count} ${name}`,
          }}
        />
      </Suspense>
    </Part>
  )
}

export function OperatorHtml({ s }: { s: Sample }) {
  return (
    <Part name="html">
      <Suspense>
        <Html
          html={`<h2>${s.title}</h2><p>${s.sentence}</p><ul><li>${s.deposit}</li><li>${s.withdraw}</li></ul>
            <p><a href="https://example.com" onclick="alert(1)">${s.retry}</a></p><script>alert(1)</script>
            <table><tr><td>${s.steps[0]}</td><td>${s.bankName}</td></tr></table>`}
        />
      </Suspense>
    </Part>
  )
}

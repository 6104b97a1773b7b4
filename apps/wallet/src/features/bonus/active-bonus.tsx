/** What is active, in place of the form: its kind, how far it is, and the way out of it. */
import { formatMinor } from '@kapao/money/format'
import type { Minor } from '@kapao/money/minor'
import { Badge } from '@kapao/ui/badge'
import { Button } from '@kapao/ui/button'
import { Money } from '@kapao/ui/money'
import { Progress } from '@kapao/ui/progress'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ActiveBonus, standingOf } from '../../lib/condition.ts'
import { useText } from '../../lib/i18n.ts'
import { Card } from '../../ui/card.tsx'
import { Html } from '../../ui/html.tsx'
import styles from './bonus.module.css'
import { promotionQuery } from './bonus-queries.ts'

interface ActiveBonusProps {
  readonly active: ActiveBonus
  readonly currency: string
}

interface ActiveBonusCardProps extends ActiveBonusProps {
  readonly onCancel: () => void
}

export function ActiveBonusCard({ active, currency, onCancel }: ActiveBonusCardProps) {
  const t = useText()
  return (
    <Card tone="gold">
      <section className={styles.active} aria-label={t('bonus.active')}>
        <div className={styles.head}>
          <h2>{t(`bonus.type-${active.type || 'bonus'}`)}</h2>
          <State active={active} />
        </div>
        <Description active={active} />
        <Standing active={active} currency={currency} />
        <Button full variant="secondary" icon="close" onClick={onCancel}>
          {t('bonus.cancel')}
        </Button>
      </section>
    </Card>
  )
}

/** By a part of its own for a promotion: what the server said of one is forgotten with it, and never stands with what comes after it. */
function Description({ active: { type, description } }: { active: ActiveBonus }) {
  if (description === undefined && type === 'promotion') return <PromotionDescription />
  return description ? <Html html={description} /> : null
}

function PromotionDescription() {
  const description = useQuery(promotionQuery).data?.promotion?.description
  return description ? <Html html={description} /> : null
}

function State({ active }: { active: ActiveBonus }) {
  const t = useText()
  if (standingOf(active)?.hasFailed) return <Badge tone="minus">{t('bonus.lost')}</Badge>
  return <Badge tone="gold">{t(active.state ? `bonus.${active.state}` : 'bonus.card-current')}</Badge>
}

function Standing({ active, currency }: ActiveBonusProps) {
  const t = useText()
  const standing = standingOf(active)
  // Another server does not say whether it has been credited: then only what is true of both is said.
  if (standing === null) {
    return (
      <>
        <p className={styles.muted}>{t(`bonus.${active.state ?? 'stateless'}-text`)}</p>
        <Facts active={active} currency={currency} />
      </>
    )
  }
  return (
    <>
      <div className={styles.far}>
        <div className={styles.line}>
          <Money size="lg" amount={standing.total} currency={currency} />
          {standing.hasFailed ? null : (
            <span className={styles.muted}>
              {t('bonus.goal', { amount: formatMinor(standing.goal), currency })}
            </span>
          )}
        </div>
        {standing.hasFailed ? null : <Progress value={standing.part} label={t('bonus.progress')} />}
        <p>
          {standing.hasFailed
            ? t('bonus.lost-text')
            : standing.missing === 0n
              ? t('bonus.reached')
              : t('bonus.missing', { amount: formatMinor(standing.missing), currency })}
        </p>
      </div>
      <Facts active={active} currency={currency} />
    </>
  )
}

/** What the server tells of it: while it waits what deposit brings it, and then what it began with. */
function Facts({ active, currency }: ActiveBonusProps) {
  const t = useText()
  const money = (amount: Minor | undefined) =>
    amount === undefined ? null : <Money amount={amount} currency={currency} />
  const { percent } = active
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('bonus.percent'), percent === undefined ? null : `${percent}%`],
    [t('bonus.cap'), money(active.cap)],
    [t('bonus.min-deposit'), money(active.minDeposit)],
    [t('bonus.credited'), money(active.bonus)],
    [t('bonus.base'), money(active.base)],
    [t('bonus.fail-at'), money(active.failAt)],
  ]
  const told = facts.filter(([, fact]) => fact !== null)
  return told.length === 0 ? null : (
    <dl className={styles.facts}>
      {told.map(([name, fact]) => (
        <div key={name} className={styles.line}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

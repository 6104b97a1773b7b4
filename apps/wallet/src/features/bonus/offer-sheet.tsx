/** The details of a bonus or of a promotion that was found, and the button that chooses it. */

import { useBusy } from '@kapao/browser/use-busy'
import { activateBonus } from '@kapao/contract/bonus'
import { activatePromotion } from '@kapao/contract/promotion'
import { codeTyped } from '@kapao/contract/text'
import { Button } from '@kapao/ui/button'
import { toast } from '@kapao/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Failure, send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { useMoneyMoved } from '../../lib/member-queries.ts'
import { Html } from '../../ui/html.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './bonus.module.css'
import { noticeQuery, useToldActive } from './bonus-queries.ts'
import { type Bonus, choiceAfter, noticeFor } from './bonus-rules.ts'
import { FailureDialog } from './failure-dialog.tsx'
import type { Promotion } from './promotion-search.tsx'

export type Offer = ({ readonly kind: 'bonus' } & Bonus) | ({ readonly kind: 'promotion' } & Promotion)

interface OfferSheetProps {
  readonly offer: Offer
  /** Something is active already: one condition at a time. Undefined while nobody knows. */
  readonly isBlocked: boolean | undefined
  readonly onClose: () => void
}

interface Trouble {
  readonly failure: Failure
  readonly isNotKnown: boolean
}

export function OfferSheet({ offer, isBlocked, onClose }: OfferSheetProps) {
  const t = useText()
  const moneyMoved = useMoneyMoved()
  const toldActive = useToldActive()
  const [isActivating, run] = useBusy()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  // What becomes active while this one is being activated may be this one.
  const isHeldBack = isBlocked !== false && !isActivating

  async function activate() {
    const result =
      offer.kind === 'bonus'
        ? await send(activateBonus, { params: { code: offer.code } })
        : await send(activatePromotion, { params: { code: codeTyped(offer.code) } })
    // After a refusal too: the screen may have been older than the truth.
    await moneyMoved()
    if (!result.ok) {
      const end = choiceAfter(result.failure, toldActive(), offer)
      if (end !== 'chosen') {
        setTrouble({ failure: result.failure, isNotKnown: end === 'not-known' })
        return
      }
    }
    toast.success(t('bonus.activated'))
    onClose()
  }

  return (
    <>
      <Sheet
        open
        title={t(offer.kind === 'bonus' ? 'bonus.offer-bonus' : 'bonus.offer-promotion')}
        closeLabel={t('app.close')}
        busy={isActivating}
        onClose={onClose}
        footer={
          offer.kind === 'promotion' && offer.received ? (
            <p className={styles.muted}>{t('errors.PROMOTION_RECEIVED')}</p>
          ) : isHeldBack ? (
            <p className={styles.muted}>{t(isBlocked ? 'bonus.blocked' : 'bonus.unknown')}</p>
          ) : (
            <Button full busy={isActivating} onClick={() => run(activate)}>
              {t('bonus.activate')}
            </Button>
          )
        }
      >
        <OfferWords offer={offer} />
      </Sheet>
      {trouble ? (
        <FailureDialog
          title={t('bonus.activate-failed')}
          {...trouble}
          text={trouble.isNotKnown ? t('bonus.activate-unknown') : undefined}
          onClose={() => setTrouble(null)}
        />
      ) : null}
    </>
  )
}

function OfferWords({ offer }: { offer: Offer }) {
  const t = useText()
  const notice = useQuery(noticeQuery).data?.notice
  const isWordless = offer.kind === 'bonus' && offer.banners.every(({ html }) => html === '')
  return (
    <>
      {isWordless ? <p className={styles.codeShown}>{offer.code}</p> : null}
      {offer.kind === 'bonus' ? (
        offer.banners.map(({ image, html }) => (
          <div key={`${image}${html}`} className={styles.part}>
            <Picture className={styles.banner} src={image} />
            {html ? <Html html={html} /> : null}
          </div>
        ))
      ) : (
        <div className={styles.part}>
          <p className={styles.codeShown}>{offer.code}</p>
          <Html html={offer.description} />
        </div>
      )}
      <p>{t('bonus.next-deposit')}</p>
      <p className={styles.muted}>{t('bonus.base-is')}</p>
      <p className={styles.locks}>{t('bonus.locks')}</p>
      {notice ? (
        <div className={styles.notice}>
          <Html html={noticeFor(notice, offer.percentFail)} />
        </div>
      ) : null}
    </>
  )
}

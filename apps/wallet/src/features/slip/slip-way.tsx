/** Uploading the slip of a transfer that did not arrive by itself: pick, look, send, and wait for what becomes of it. */
import type { Minor } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import hidden from '@kapao/ui/hidden.module.css'
import { Progress } from '@kapao/ui/progress'
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../lib/i18n.ts'
import { closeSheet, openSheet } from '../../lib/member-sheets.ts'
import { Notes } from '../../ui/notes.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import stack from '../../ui/stack.module.css'
import { PickArea } from './pick-area.tsx'
import styles from './slip.module.css'
import type { SlipMachine } from './slip-machine.ts'
import {
  isCreditedBefore,
  isForSupport,
  isPerhapsForSupport,
  isUnchecked,
  reasonText,
} from './slip-reasons.ts'
import { Trouble } from './trouble.tsx'
import { type Slip, useSlip } from './use-slip.ts'

interface SlipWayProps {
  /** Where the main action goes. */
  foot: HTMLElement | null
  onPaid: (amount: Minor) => void
  /** A slip is going out, which its own button stops. */
  onBusy: (isBusy: boolean) => void
}

export function SlipWay({ foot, onPaid, onBusy }: SlipWayProps) {
  const slip = useSlip()
  const { state } = slip
  const paid = useEffectEvent(onPaid)
  const credited = state.at === 'credited' ? state.amount : null
  useEffect(() => {
    if (credited !== null) paid(credited)
  }, [credited])
  const isUploading = state.at === 'uploading'
  // With what it shows: who sees that it is over may close the sheet at once.
  useLayoutEffect(() => {
    onBusy(isUploading)
    return () => onBusy(false)
  }, [isUploading, onBusy])
  return (
    <>
      <Told state={state} />
      <Step slip={slip} foot={foot} />
    </>
  )
}

/** How far the upload is, to who does not see it. In every state: the live region is there before its text. */
function Told({ state }: { state: SlipMachine }) {
  const t = useText()
  return (
    <p className={hidden.hidden} role="status">
      {state.at === 'uploading' ? t(state.part >= 1 ? 'slip.sent' : 'slip.uploading') : null}
    </p>
  )
}

function Step({ slip, foot }: { slip: Slip; foot: HTMLElement | null }) {
  const { state } = slip
  switch (state.at) {
    case 'choosing':
    case 'chosen':
      return <Choosing state={state} slip={slip} foot={foot} />
    case 'uploading':
      return <Uploading state={state} slip={slip} foot={foot} />
    case 'judging':
    case 'credited':
    case 'sent':
      return <Judging isSent={state.at === 'sent'} foot={foot} onStartOver={slip.startOver} />
    case 'failed':
      return <NotAccepted note={state.note} foot={foot} onStartOver={slip.startOver} />
  }
}

function Foot({ foot, children }: { foot: HTMLElement | null; children: ReactNode }) {
  return foot ? createPortal(children, foot) : null
}

interface ChoosingProps {
  state: Extract<SlipMachine, { at: 'choosing' | 'chosen' }>
  slip: Slip
  foot: HTMLElement | null
}

function Choosing({ state, slip, foot }: ChoosingProps) {
  const t = useText()
  const formId = useId()
  return (
    <form
      id={formId}
      className={stack.stack}
      onSubmit={(event) => {
        event.preventDefault()
        void slip.send()
      }}
    >
      <h3>{t('slip.title')}</h3>
      <PickArea file={state.at === 'chosen' ? state.file : null} onChoose={slip.choose} />
      <Trouble state={state} />
      <Notes notes={[t('slip.within-hour'), t('slip.whole'), t('slip.when')]} />
      <Foot foot={foot}>
        <Button full type="submit" form={formId} disabled={state.at === 'choosing'}>
          {t('slip.send')}
        </Button>
      </Foot>
    </form>
  )
}

interface UploadingProps {
  state: Extract<SlipMachine, { at: 'uploading' }>
  slip: Slip
  foot: HTMLElement | null
}

function Uploading({ state, slip, foot }: UploadingProps) {
  const t = useText()
  const isSent = state.part >= 1
  const percent = Math.floor(state.part * 100)
  return (
    <div className={stack.stack}>
      <h3>{t('slip.title')}</h3>
      <PickArea file={state.file} />
      <div>
        <p className={styles.progress}>
          <span>{t(isSent ? 'slip.sent' : 'slip.uploading')}</span>
          {isSent ? null : <span className={styles.percent}>{t('slip.percent', { percent })}</span>}
        </p>
        <Progress value={isSent ? undefined : state.part} label={t('slip.uploading')} />
      </div>
      <Foot foot={foot}>
        <Button full variant="secondary" onClick={slip.cancel}>
          {t('slip.cancel')}
        </Button>
      </Foot>
    </div>
  )
}

interface JudgingProps {
  /** Nothing more is heard of it here. */
  isSent: boolean
  foot: HTMLElement | null
  onStartOver: () => void
}

function Judging({ isSent, foot, onStartOver }: JudgingProps) {
  const t = useText()
  return (
    <Outcome tone={isSent ? 'plus' : 'busy'} title={t(isSent ? 'slip.sent-title' : 'slip.judging-title')}>
      <p className={stack.muted}>{t(isSent ? 'slip.sent-text' : 'slip.judging-text')}</p>
      <Foot foot={foot}>
        <Button full variant="secondary" icon="image" onClick={() => openSheet({ kind: 'slips' })}>
          {t('slip.status')}
        </Button>
        <Button full variant="quiet" onClick={onStartOver}>
          {t('slip.another')}
        </Button>
      </Foot>
    </Outcome>
  )
}

interface NotAcceptedProps {
  note: string | null
  foot: HTMLElement | null
  onStartOver: () => void
}

function NotAccepted({ note, foot, onStartOver }: NotAcceptedProps) {
  const t = useText()
  const mayPass = isUnchecked(note)
  const isSupports = isForSupport(note)
  const contact = (
    <Button
      full
      variant={isSupports ? 'primary' : 'secondary'}
      icon="contact"
      href="/user/contact"
      onClick={closeSheet}
    >
      {t('slip.contact')}
    </Button>
  )
  return (
    <Outcome tone="minus" title={t(mayPass ? 'slip.unchecked-title' : 'slip.failed-title')}>
      <p>{reasonText(t, note)}</p>
      {isCreditedBefore(note) ? null : <p className={stack.muted}>{t('slip.failed-money')}</p>}
      <Foot foot={foot}>
        {isSupports ? contact : null}
        <Button full variant={isSupports ? 'secondary' : 'primary'} onClick={onStartOver}>
          {t(mayPass ? 'slip.again' : 'slip.another')}
        </Button>
        {isPerhapsForSupport(note) ? contact : null}
        {isSupports || isPerhapsForSupport(note) ? null : (
          <Button full variant="secondary" icon="image" onClick={() => openSheet({ kind: 'slips' })}>
            {t('slip.status')}
          </Button>
        )}
      </Foot>
    </Outcome>
  )
}

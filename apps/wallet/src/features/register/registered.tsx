/** The end of the wizard: on to the log-in, or what stands in the books where it may not be what was entered last. */
import { groupAccountNo } from '@kapao/browser/account-number'
import { bankNameIn } from '@kapao/browser/bank-name'
import { after } from '@kapao/browser/timers'
import { lookupBanks } from '@kapao/contract/lookup'
import { Icon } from '@kapao/ui/icon'
import { type ReactNode, useEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useLocale, useText } from '../../lib/i18n.ts'
import { region } from '../../lib/region.ts'
import { keepUsername } from '../../lib/typed-early.ts'
import { useAnswer } from '../../lib/use-answer.ts'
import styles from './register.module.css'
import type { Draft } from './register-machine.ts'
import { accountOf, bankAccountName, bankAccountNo } from './register-rules.ts'

const TO_LOGIN_AFTER_MS = 2000

export function Registered({ phone, earlier }: { phone: string; earlier: readonly Draft[] }) {
  useEffect(() => keepUsername(phone), [phone])
  return earlier.length > 0 ? <WithEarlier earlier={earlier} /> : <AsEntered />
}

function AsEntered() {
  const t = useText()
  useEffect(() => after(TO_LOGIN_AFTER_MS, () => navigate('/login')), [])
  return (
    <Done title={t('register.done-title')}>
      <p>{t('register.done-text')}</p>
    </Done>
  )
}

/** Nobody is led away from here: money paid from another account than this would not be found. */
function WithEarlier({ earlier }: { earlier: readonly Draft[] }) {
  const t = useText()
  const locale = useLocale()
  const [asked] = useAnswer(lookupBanks, true)
  const banks = asked.state === 'ready' ? asked.answer.banks : []
  const nameOf = (code: string) => {
    const bank = banks.find((one) => one.code === code)
    return bank ? bankNameIn(locale, bank) : code
  }
  return (
    <Done title={t('register.done-earlier-title')} isDoubtful>
      <p>{t('register.done-earlier-text')}</p>
      {earlier.map((draft) => {
        const currency = chosenCurrency(draft)
        return (
          <p key={accountOf(draft)} className={styles.account}>
            {nameOf(draft.bankCode)} {groupAccountNo(bankAccountNo(draft), region.key)}
            <br />
            {bankAccountName(draft)}
            {currency ? <br /> : null}
            {currency ? t(`register.currency-${currency}`) : null}
          </p>
        )
      })}
      <p>{t('register.done-earlier-wrong')}</p>
      <a href="/contact">{t('app.menu-contact')}</a>
    </Done>
  )
}

/** Only where there is one to choose. */
function chosenCurrency(draft: Draft) {
  return region.currencies.length > 1 ? region.currencies.find((code) => code === draft.currency) : undefined
}

function Done({ title, isDoubtful, children }: { title: string; isDoubtful?: boolean; children: ReactNode }) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  // Read out, as each step before: a region that comes together with its words is not.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.done}>
      <span className={isDoubtful ? `${styles.sign} ${styles.doubtful}` : styles.sign}>
        <Icon name={isDoubtful ? 'warning' : 'check'} size={36} />
      </span>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {children}
      <a href="/login">{t('register.to-login')}</a>
    </div>
  )
}

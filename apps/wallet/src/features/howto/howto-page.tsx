import { Icon } from '@kapao/ui/icon'
import { useText } from '../../lib/i18n.ts'
import styles from './howto.module.css'

const topics = [
  { topic: 'wallet', icon: 'wallet' },
  { topic: 'game', icon: 'play' },
  { topic: 'balance', icon: 'refresh' },
  { topic: 'bonus', icon: 'gift' },
  { topic: 'end', icon: 'check' },
] as const
const steps = [1, 2, 3] as const

export function HowtoPage() {
  const t = useText()
  return (
    <div className={styles.howto}>
      <h1>{t('howto.title')}</h1>
      {topics.map(({ topic, icon }, index) => (
        <details key={topic} className={styles.topic} open={index === 0}>
          <summary className={styles.summary}>
            <span className={styles.sign}>
              <Icon name={icon} size={20} />
            </span>
            <h2 className={styles.title}>{t(`howto.${topic}-title`)}</h2>
            <span className={styles.caret}>
              <Icon name="down" size={20} />
            </span>
          </summary>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{t(`howto.${topic}-${step}`)}</li>
            ))}
          </ol>
        </details>
      ))}
    </div>
  )
}

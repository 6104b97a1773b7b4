import { Icon } from '@kapao/ui/icon'
import { useState } from 'react'
import { useLocale, useText } from '../../lib/i18n.ts'
import { Sheet } from '../../ui/sheet.tsx'
import styles from './howto.module.css'
import { type Topic, topics, videoOf } from './videos.ts'

const steps = [1, 2, 3] as const

/** Five short films of the wallet itself (npm run howto), each with its steps in words under it. */
export function HowtoPage() {
  const t = useText()
  const locale = useLocale()
  const [open, setOpen] = useState<Topic | null>(null)
  return (
    <div className={styles.howto}>
      <h1>{t('howto.title')}</h1>
      <ol className={styles.list}>
        {topics.map((topic) => (
          <li key={topic}>
            <button type="button" className={styles.topic} onClick={() => setOpen(topic)}>
              <span className={styles.still}>
                <img src={videoOf(locale, topic).poster} alt="" width={54} height={111} loading="lazy" />
                <span className={styles.play}>
                  <Icon name="play" size={20} />
                </span>
              </span>
              <span className={styles.words}>
                <span className={styles.title}>{t(`howto.${topic}-title`)}</span>
                <span className={styles.first}>{t(`howto.${topic}-1`)}</span>
              </span>
              <Icon name="chevron" size={20} />
            </button>
          </li>
        ))}
      </ol>
      {open ? (
        <Sheet
          open
          title={t(`howto.${open}-title`)}
          closeLabel={t('app.close')}
          onClose={() => setOpen(null)}
        >
          <Film topic={open} />
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{t(`howto.${open}-${step}`)}</li>
            ))}
          </ol>
        </Sheet>
      ) : null}
    </div>
  )
}

/** Nothing of it is loaded before it is played, but its first picture. */
function Film({ topic }: { topic: Topic }) {
  const t = useText()
  const locale = useLocale()
  const [failed, setFailed] = useState(false)
  const { film, captions, poster, lang } = videoOf(locale, topic)
  if (failed) return <p role="alert">{t('howto.failed')}</p>
  return (
    <video
      key={film}
      className={styles.film}
      controls
      playsInline
      preload="none"
      poster={poster}
      width={540}
      height={1110}
      aria-label={t(`howto.${topic}-title`)}
    >
      <source src={film} type="video/mp4" onError={() => setFailed(true)} />
      <track kind="captions" src={captions} srcLang={lang} label={t('howto.captions')} default />
    </video>
  )
}

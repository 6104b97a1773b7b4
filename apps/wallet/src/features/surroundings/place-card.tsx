import { keepsNothing } from '@kapao/browser/safe-storage'
import { Button } from '@kapao/ui/button'
import { Icon } from '@kapao/ui/icon'
import { IconButton } from '@kapao/ui/icon-button'
import { toast } from '@kapao/ui/toast'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { currentToken } from '../../lib/session-token.ts'
import { perSession, persistent, sessionKeys, storageKeys } from '../../lib/storage.ts'
import { appAround, ownBrowserUrl } from './app-around.ts'
import styles from './surroundings.module.css'

export function PlaceCard() {
  const t = useText()
  const [isRead, setIsRead] = useState(perSession.get(sessionKeys.placeRead) !== null)
  const isForgetful = keepsNothing('localStorage')
  useSaidOnLogIn(isForgetful ? t('surroundings.keeps-nothing') : null)
  const app = appAround()
  if (isRead || (app === null && !isForgetful)) return null
  function read() {
    perSession.set(sessionKeys.placeRead, '1')
    setIsRead(true)
  }
  const isFramed = window.top !== window
  const wayOut = app === null ? (isFramed ? pageUrl() : null) : ownBrowserUrl(pageUrl())
  return (
    <aside className={styles.card} aria-label={t('surroundings.label')}>
      <span className={styles.sign}>
        <Icon name="info" size={20} />
      </span>
      <div className={styles.words}>
        <p>{isForgetful ? t('surroundings.keeps-nothing') : t('surroundings.in-app', { app: app ?? '' })}</p>
        {app !== null && wayOut === null ? <p>{t('surroundings.by-menu')}</p> : null}
      </div>
      {wayOut === null ? null : (
        <div className={styles.out}>
          <Button
            full
            small
            variant="secondary"
            icon="external"
            href={wayOut}
            target={app ? undefined : '_blank'}
          >
            {t('surroundings.own-browser')}
          </Button>
        </div>
      )}
      <IconButton name="close" label={t('app.close')} onClick={read} />
    </aside>
  )
}

/** With the invitation that somebody came by, which would stay behind in this browser. */
function pageUrl(): string {
  const url = new URL(location.href)
  const code = persistent.get(storageKeys.inviteCode)
  if (code !== null && url.pathname === '/register') url.searchParams.set('code', code)
  return url.href
}

/** Once more to whoever logs in: the card stays behind on the visitors' page. */
function useSaidOnLogIn(text: string | null): void {
  const say = useEffectEvent(() => {
    if (text !== null && currentToken() !== null) toast.info(text)
  })
  useEffect(() => () => say(), [])
}

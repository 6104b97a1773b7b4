import { loadState } from '@kapao/browser/load-state'
import { Button } from '@kapao/ui/button'
import { IconButton } from '@kapao/ui/icon-button'
import { Skeleton } from '@kapao/ui/skeleton'
import { toast } from '@kapao/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import { useText } from '../../lib/i18n.ts'
import { mending } from '../../lib/mending.ts'
import { Card } from '../../ui/card.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { type Game, gameAccountQuery } from './game-calls.ts'
import styles from './games.module.css'
import { ResetPassword } from './reset-password.tsx'

/** For players who log in to the provider by hand. */
export function GameLogin({ game }: { game: Game }) {
  const t = useText()
  const asked = useQuery({ ...gameAccountQuery(game.code), refetchInterval: mending })
  const state = loadState(asked)
  return (
    <section aria-label={t('games.login')}>
      <h3 className={styles.heading}>{t('games.login')}</h3>
      <Card flush>
        {state === 'loading' ? (
          <div role="status" aria-label={t('games.loading')}>
            <Skeleton shape="rows" height={128} />
          </div>
        ) : null}
        {state === 'failed' ? (
          <div className={styles.notLoaded} role="alert">
            <p>
              <LoadFailure asked={asked} />
            </p>
            <Button
              small
              variant="secondary"
              icon="refresh"
              busy={asked.isFetching}
              onClick={() => void asked.refetch()}
            >
              {t('app.try-again')}
            </Button>
          </div>
        ) : null}
        {asked.data ? (
          <>
            <Credential
              name={t('games.username')}
              text={asked.data.username}
              copyLabel={t('games.copy-username')}
            />
            <Credential
              secret
              name={t('games.password')}
              text={asked.data.password}
              copyLabel={t('games.copy-password')}
            />
          </>
        ) : null}
      </Card>
      <ResetPassword game={game} account={state} />
    </section>
  )
}

interface CredentialProps {
  name: string
  text: string
  copyLabel: string
  /** Hidden until asked for. */
  secret?: boolean
}

const MASK = '••••••••'

function Credential({ name, text, copyLabel, secret = false }: CredentialProps) {
  const t = useText()
  const [hidden, setHidden] = useState(secret)

  async function copy() {
    if (await copyText(text)) toast.success(t('games.copied'))
    else toast.error(t('games.copy-failed'))
  }

  let eye: ReactNode = null
  if (secret) {
    eye = (
      <IconButton
        name={hidden ? 'eye' : 'eye-off'}
        label={t(hidden ? 'games.show-password' : 'games.hide-password')}
        onClick={() => setHidden(!hidden)}
      />
    )
  }
  return (
    <div className={styles.credential}>
      <div className={styles.words}>
        <span className={styles.label}>{name}</span>
        <span className={styles.value}>{hidden ? MASK : text}</span>
      </div>
      {eye}
      <IconButton name="copy" label={copyLabel} onClick={() => void copy()} />
    </div>
  )
}

/** The replies that are kept: the list, and one of them being written. */
import { langOf } from '@kapao/browser/lang-of'
import type { CannedReply } from '@kapao/contract/desk-tools'
import { comparable } from '@kapao/contract/text'
import { Button } from '@kapao/ui/button'
import { SkeletonList } from '@kapao/ui/skeleton'
import { EmptyState } from '@kapao/ui/states'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { further } from '../../lib/back.ts'
import { useLocale, useText } from '../../lib/i18n.ts'
import { ownFirst } from '../../lib/own-first.ts'
import { cannedQuery } from '../../lib/queries.ts'
import { ColumnBar } from '../../ui/column-bar.tsx'
import { FailedAsk } from '../../ui/failed-ask.tsx'
import { Preview } from '../../ui/preview.tsx'
import styles from './canned.module.css'
import { CannedForm } from './canned-form.tsx'
import { useKept } from './kept-drafts.ts'

const NEW = 'new'

interface CannedPageProps {
  /** Null: the list. */
  cannedId: string | null
  onOpen: (to: string) => void
  onBack: () => void
  /** Leaves the one that was being written. */
  onDone: () => void
}

/** The one of that id; also when somebody has deleted it since it was opened, as long as something stands there that is not saved. */
function useChosen(all: readonly CannedReply[] | undefined, cannedId: string | null): CannedReply | null {
  const found = all?.find((one) => one.cannedId === cannedId) ?? null
  const [opened, keep] = useState(found)
  if (found && found !== opened) keep(found)
  const last = found ?? (opened?.cannedId === cannedId ? opened : null)
  const kept = useKept(last)
  return found ?? (kept === null ? null : last)
}

export function CannedPage({ cannedId, onOpen, onBack, onDone }: CannedPageProps) {
  const t = useText()
  const asked = useQuery(cannedQuery)
  const all = asked.data?.canned
  const chosen = useChosen(all, cannedId)
  if (cannedId !== null && (cannedId === NEW || chosen)) {
    return <CannedForm key={cannedId} canned={cannedId === NEW ? null : chosen} onDone={onDone} />
  }
  return (
    <>
      <ColumnBar
        back={{ label: t('app.back'), from: 'always', onPress: onBack }}
        title={<h2>{t('canned.title')}</h2>}
        end={
          <Button small icon="plus" onClick={() => onOpen(`/canned/${NEW}`)}>
            {t('canned.new')}
          </Button>
        }
      />
      <div className={styles.scroll}>
        {all === undefined ? (
          asked.isError ? (
            <FailedAsk title={t('canned.failed')} asked={asked} />
          ) : (
            <SkeletonList rows={6} label={t('app.loading')} />
          )
        ) : (
          <CannedList all={all} />
        )}
      </div>
    </>
  )
}

function CannedList({ all }: { all: readonly CannedReply[] }) {
  const t = useText()
  const locale = useLocale()
  const [search, setSearch] = useState('')
  if (all.length === 0) {
    return (
      <EmptyState icon="statement" title={t('canned.none')}>
        {t('canned.none-text')}
      </EmptyState>
    )
  }
  const wanted = comparable(search.trim())
  const found = ownFirst(all, locale).filter(({ title, shortcut }) =>
    comparable(`${title} ${shortcut}`).includes(wanted),
  )
  return (
    <div className={styles.list}>
      <input
        type="search"
        className={styles.search}
        aria-label={t('canned.search')}
        placeholder={t('canned.search')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 ? <p className={styles.none}>{t('canned.none-found')}</p> : null}
      <ul>
        {found.map((one) => (
          <li key={one.cannedId}>
            <Link href={`/canned/${one.cannedId}`} state={further} className={styles.row}>
              <span className={styles.words}>
                <span className={styles.name} lang={langOf(one.title)}>
                  {one.title}
                </span>
                <Preview className={styles.preview} message={one.message} />
              </span>
              <span className={styles.marks}>
                {one.shortcut === '' ? null : <kbd className={styles.key}>{`/${one.shortcut}`}</kbd>}
                <span className={styles.small}>
                  {[
                    t(`canned.kind-${one.kind}`),
                    one.language === '' ? '' : t(`canned.language-${one.language}`),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

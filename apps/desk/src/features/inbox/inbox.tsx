/** Everybody who wrote: what is unread, who waits and for how long, kept fresh by the line. */
import { useIsOnline } from '@kapao/browser/use-is-online'
import { Button } from '@kapao/ui/button'
import { Delayed } from '@kapao/ui/delayed'
import { SkeletonList } from '@kapao/ui/skeleton'
import { EmptyState } from '@kapao/ui/states'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { searchFor } from '../../lib/customer-name.ts'
import { useText } from '../../lib/i18n.ts'
import { useLineUp } from '../../lib/line.ts'
import { useServerNow } from '../../lib/server-now.ts'
import { ColumnBar } from '../../ui/column-bar.tsx'
import { FailedAsk } from '../../ui/failed-ask.tsx'
import styles from './inbox.module.css'
import { InboxRow } from './inbox-row.tsx'
import { rowsOf, tabTitle } from './inbox-rules.ts'
import { InboxTools } from './inbox-tools.tsx'
import { type InboxFilter, useFilter, useInbox, useOrder, useSettled } from './use-inbox.ts'

const SEARCH_AFTER_MS = 250
const CLOCK_EVERY_MS = 15_000

interface InboxProps {
  selectedId: string | null
  /** In which conversations something of the agent's did not go out. */
  failedIn: readonly string[]
  operatorName: string
  tools: ReactNode
  /** What its agent should know before all else. */
  notice: ReactNode
}

export function Inbox({ selectedId, failedIn, operatorName, tools, notice }: InboxProps) {
  const t = useText()
  const [filter, setFilter] = useFilter()
  const [order, setOrder] = useOrder()
  const [search, setSearch] = useState('')
  const asked = useInbox(filter, order, useSettled(searchFor(t, search), SEARCH_AFTER_MS))
  const counts = asked.data?.pages[0]?.counts
  const unread = counts?.unread ?? 0
  const name = t('app.name')
  useEffect(() => {
    document.title = tabTitle(unread, name)
  }, [unread, name])
  return (
    <>
      <ColumnBar title={<h2>{t('inbox.title')}</h2>} about={operatorName} end={tools} />
      {notice}
      <InboxTools
        filter={filter}
        onFilter={setFilter}
        order={order}
        onOrder={setOrder}
        search={search}
        onSearch={setSearch}
        counts={counts}
      />
      <LineNote isStale={asked.isRefetchError} />
      <div className={styles.scroll}>
        <Rows
          asked={asked}
          filter={filter}
          onFilter={setFilter}
          isSearch={search.trim() !== ''}
          selectedId={selectedId}
          failedIn={failedIn}
        />
      </div>
    </>
  )
}

/** Only when it lasts: a line that is back at once is no news. */
function LineNote({ isStale }: { isStale: boolean }) {
  const t = useText()
  const isLineUp = useLineUp()
  // The device knows at once; the line may take most of a minute to miss an answer.
  const isUp = useIsOnline() && isLineUp
  return (
    <div role="status">
      {isUp && !isStale ? null : (
        <Delayed afterMs={2_500}>
          <p className={styles.line}>{t(isUp ? 'inbox.stale' : 'inbox.reconnecting')}</p>
        </Delayed>
      )}
    </div>
  )
}

interface RowsProps extends Pick<InboxProps, 'selectedId' | 'failedIn'> {
  asked: ReturnType<typeof useInbox>
  filter: InboxFilter
  onFilter: (filter: InboxFilter) => void
  isSearch: boolean
}

function Rows({ asked, filter, onFilter, isSearch, selectedId, failedIn }: RowsProps) {
  const t = useText()
  const nowMs = useServerNow(CLOCK_EVERY_MS)
  if (asked.data === undefined) {
    if (!asked.isError) {
      return (
        <div className={styles.state}>
          <SkeletonList rows={7} label={t('app.loading')} />
        </div>
      )
    }
    return <FailedAsk title={t('inbox.failed')} asked={asked} />
  }
  const rows = rowsOf(asked.data.pages)
  if (rows.length === 0) {
    return isSearch ? (
      <NobodyFound filter={filter} onFilter={onFilter} />
    ) : (
      <EmptyState icon="chat" title={t(`inbox.none-${filter}`)}>
        {t(`inbox.none-${filter}-text`)}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={styles.rows} aria-label={t('inbox.title')} onKeyDown={moveByArrows}>
        {rows.map((row) => (
          <InboxRow
            key={row.conversationId}
            row={row}
            nowMs={nowMs}
            isSelected={row.conversationId === selectedId}
            hasFailed={failedIn.includes(row.conversationId)}
          />
        ))}
      </ul>
      {asked.hasNextPage ? (
        <div className={styles.more}>
          <Button
            variant="quiet"
            busy={asked.isFetchingNextPage}
            onClick={() => void asked.fetchNextPage().then(() => asked.refetch({ cancelRefetch: false }))}
          >
            {t('inbox.more')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Whoever is looked for is mostly in the next wider part; among all open ones, as likely somebody whose conversation was ended. */
function NobodyFound({ filter, onFilter }: Pick<RowsProps, 'filter' | 'onFilter'>) {
  const t = useText()
  if (filter === 'closed') {
    return (
      <EmptyState icon="search" title={t('inbox.none-found')}>
        {t('inbox.none-found-text')}
      </EmptyState>
    )
  }
  const wider = filter === 'all' ? 'closed' : 'all'
  return (
    <EmptyState
      icon="search"
      title={t('inbox.none-found-open')}
      action={
        <Button variant="secondary" small icon="search" onClick={() => onFilter(wider)}>
          {t(`inbox.search-${wider}`)}
        </Button>
      }
    >
      {filter === 'all' ? t('inbox.none-found-open-text') : null}
    </EmptyState>
  )
}

function moveByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const all = [...event.currentTarget.querySelectorAll('a')]
  const here = all.findIndex((one) => one.matches(':focus'))
  const next = here < 0 ? undefined : all[here + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

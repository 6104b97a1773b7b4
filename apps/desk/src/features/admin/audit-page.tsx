import { isolated } from '@kapao/browser/message'
import { onceEach } from '@kapao/browser/once-each'
import { formatDateTime } from '@kapao/browser/time'
import type { AnswerOf } from '@kapao/contract/call'
import { listAudit } from '@kapao/contract/desk-admin'
import { Button } from '@kapao/ui/button'
import { SelectField } from '@kapao/ui/select-field'
import { SkeletonList } from '@kapao/ui/skeleton'
import { EmptyState } from '@kapao/ui/states'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { further } from '../../lib/back.ts'
import { ask } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { ColumnBar } from '../../ui/column-bar.tsx'
import { FailedAsk } from '../../ui/failed-ask.tsx'
import styles from './admin.module.css'
import { actionText, detailsText, otherText } from './audit-words.ts'

type AuditRow = AnswerOf<typeof listAudit>['audit'][number]

const PAGE = 50

/** Who did what, and when. */
export function AuditPage({ onBack }: { onBack: () => void }) {
  const t = useText()
  const [staffId, setStaffId] = useState('')
  const [action, setAction] = useState('')
  const asked = useInfiniteQuery({
    queryKey: ['audit', staffId, action],
    queryFn: ({ pageParam, signal }) =>
      ask(listAudit, { body: { staffId, action, page: pageParam, limit: PAGE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length + 1 : undefined),
  })
  // What it can be narrowed to stays while another part of it is on its way.
  const narrowing = useRef<Pick<AnswerOf<typeof listAudit>, 'actions' | 'staff'>>({ actions: [], staff: [] })
  narrowing.current = asked.data?.pages[0] ?? narrowing.current
  const { actions, staff } = narrowing.current
  return (
    <>
      <ColumnBar
        back={{ label: t('app.back'), from: 'always', onPress: onBack }}
        title={<h2>{t('admin.audit')}</h2>}
      />
      <div className={styles.scroll}>
        <div className={styles.filters}>
          <SelectField
            label={t('admin.by-whom')}
            value={staffId}
            onChange={setStaffId}
            options={[
              { value: '', label: t('admin.everybody') },
              ...staff.map(({ staffId: value, displayName, isActive }) => ({
                value,
                label: isActive ? displayName : `${displayName} (${t('admin.switched-off')})`,
              })),
            ]}
          />
          <SelectField
            label={t('admin.action')}
            value={action}
            onChange={setAction}
            options={[
              { value: '', label: t('admin.all-actions') },
              ...actions.map((one) => ({ value: one, label: actionText(t, one) })),
            ]}
          />
        </div>
        {asked.data === undefined ? (
          asked.isError ? (
            <FailedAsk title={t('admin.failed')} asked={asked} />
          ) : (
            <SkeletonList rows={6} label={t('app.loading')} />
          )
        ) : (
          <AuditRows
            rows={onceEach(
              asked.data.pages.flatMap(({ audit }) => audit),
              ({ auditId }) => auditId,
            )}
          />
        )}
        {asked.hasNextPage ? (
          <div className={styles.more}>
            <Button
              variant="quiet"
              busy={asked.isFetchingNextPage}
              onClick={() => void asked.fetchNextPage()}
            >
              {t('admin.more')}
            </Button>
          </div>
        ) : null}
      </div>
    </>
  )
}

function AuditRows({ rows }: { rows: readonly AuditRow[] }) {
  const t = useText()
  if (rows.length === 0) return <EmptyState icon="rules" title={t('admin.audit-none')} />
  return (
    <ol className={styles.list}>
      {rows.map((row) => (
        <li key={row.auditId} className={styles.deed}>
          <span className={styles.words}>
            <strong>{actionText(t, row.action)}</strong>
            <span className={styles.small}>
              {row.staff ? isolated(row.staff.displayName) : otherText(t, row.action)}
              {row.ip === '' ? '' : ` · ${row.ip}`}
            </span>
            <Details details={row.details} />
          </span>
          <span className={styles.when}>
            <time dateTime={row.at}>{formatDateTime(row.at)}</time>
            {row.conversationId === null ? null : (
              <Link href={`/c/${row.conversationId}`} state={further}>
                {t('admin.conversation')}
              </Link>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Details({ details }: { details: AuditRow['details'] }) {
  const words = detailsText(useText(), details)
  return words === '' ? null : <span className={styles.details}>{words}</span>
}

import { isolated } from '@kapao/browser/message'
import { formatRelative } from '@kapao/browser/time'
import { listStaff } from '@kapao/contract/desk-admin'
import { Badge } from '@kapao/ui/badge'
import { SkeletonList } from '@kapao/ui/skeleton'
import { EmptyState } from '@kapao/ui/states'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/http.ts'
import { useLocale, useText } from '../../lib/i18n.ts'
import { useServerNow } from '../../lib/server-now.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ColumnBar } from '../../ui/column-bar.tsx'
import { FailedAsk } from '../../ui/failed-ask.tsx'
import styles from './admin.module.css'

/** Who works here. Accounts are made and switched off by a command of the server, where nobody can phish for it. */
export function StaffPage({ onBack }: { onBack: () => void }) {
  const t = useText()
  const locale = useLocale()
  const nowMs = useServerNow(60_000)
  const asked = useQuery({ queryKey: ['staff'], queryFn: ({ signal }) => ask(listStaff, { signal }) })
  return (
    <>
      <ColumnBar
        back={{ label: t('app.back'), from: 'always', onPress: onBack }}
        title={<h2>{t('admin.staff')}</h2>}
      />
      <div className={styles.scroll}>
        {asked.data === undefined ? (
          asked.isError ? (
            <FailedAsk title={t('admin.failed')} asked={asked} />
          ) : (
            <SkeletonList rows={4} label={t('app.loading')} />
          )
        ) : asked.data.staff.length === 0 ? (
          <EmptyState icon="user" title={t('admin.staff-none')} />
        ) : (
          <ul className={styles.list}>
            {asked.data.staff.map((one) => (
              <li key={one.staffId} className={styles.person}>
                <Avatar name={one.displayName} size={40} />
                <span className={styles.words}>
                  <span className={styles.head}>
                    <strong>{one.displayName}</strong>
                    <span className={styles.badges}>
                      <Badge tone={one.role === 'admin' ? 'gold' : 'neutral'}>
                        {t(`app.role-${one.role}`)}
                      </Badge>
                      {one.isActive ? null : <Badge tone="minus">{t('admin.switched-off')}</Badge>}
                    </span>
                  </span>
                  <span className={styles.small}>
                    {isolated(one.name)}
                    {' · '}
                    {one.lastSeenAt === null
                      ? t('admin.never-seen')
                      : t('admin.seen', { when: formatRelative(Date.parse(one.lastSeenAt), nowMs, locale) })}
                  </span>
                  {one.rating === null ? null : (
                    <span className={styles.small}>{t('admin.rating', one.rating)}</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className={styles.note}>{t('admin.staff-how')}</p>
      </div>
    </>
  )
}

import { Icon, type IconName } from '@kapao/ui/icon'
import { Spinner } from '@kapao/ui/spinner'
import { useText } from '../../lib/i18n.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import type { CheckBalance } from './use-check-balance.ts'
import styles from './widget-grid.module.css'

interface Widget {
  readonly key: string
  readonly icon: IconName
  readonly label: string
  readonly busy?: boolean
  /** What it does, or where it leads. */
  readonly act: (() => void) | { readonly href: string }
}

interface WidgetGridProps {
  readonly balance: CheckBalance
  /** Not known yet: no tile may become another one under the thumb, so its place is held. */
  readonly hasWheel: boolean | undefined
  /** Those of the member, as soon as they are known. */
  readonly coins: number | undefined
}

/** Three in a row, two rows. */
export function WidgetGrid({ balance, hasWheel, coins }: WidgetGridProps) {
  const t = useText()
  const widgets: readonly Widget[] = [
    {
      key: 'deposit',
      icon: 'deposit',
      label: t('home.deposit'),
      act: () => openSheet({ kind: 'deposit' }),
    },
    {
      key: 'withdraw',
      icon: 'withdraw',
      label: t('home.withdraw'),
      act: () => openSheet({ kind: 'withdraw' }),
    },
    hasWheel
      ? {
          key: 'spin',
          icon: 'wheel',
          label: coins === undefined ? t('home.spin') : t('home.spin-coins', { coins }),
          act: { href: '/user/spin' },
        }
      : {
          key: 'refresh-all',
          icon: 'refresh',
          label: t('home.refresh-all'),
          busy: balance.busy,
          act: () => void balance.check(),
        },
    { key: 'invite', icon: 'invite', label: t('home.invite'), act: () => openSheet({ kind: 'invite' }) },
    { key: 'conditions', icon: 'rules', label: t('home.bonus-conditions'), act: { href: '/user/bonus' } },
    { key: 'refund', icon: 'refund', label: t('home.refund'), act: () => openSheet({ kind: 'refund' }) },
  ]
  return (
    <ul className={styles.grid}>
      {widgets.map(({ key, ...widget }) => (
        <li key={key}>
          {key === 'refresh-all' && hasWheel === undefined ? (
            <span className={styles.tile} />
          ) : (
            <WidgetTile {...widget} />
          )}
        </li>
      ))}
    </ul>
  )
}

function WidgetTile({ icon, label, busy = false, act }: Omit<Widget, 'key'>) {
  const inside = (
    <>
      <span className={styles.sign}>{busy ? <Spinner /> : <Icon name={icon} />}</span>
      <span className={styles.label}>{label}</span>
    </>
  )
  if (typeof act !== 'function') {
    return (
      <a className={styles.tile} href={act.href}>
        {inside}
      </a>
    )
  }
  return (
    <button
      type="button"
      className={styles.tile}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : act}
    >
      {inside}
    </button>
  )
}

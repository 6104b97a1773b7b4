import { lazy, Suspense, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Wallet } from './game-groups.ts'
import type { CheckBalance } from './use-check-balance.ts'
import styles from './widget-grid.module.css'

const BringAll = lazy(() => import('./bring-all.tsx').then((file) => ({ default: file.BringAll })))

interface Widget {
  readonly key: string
  readonly icon: IconName
  readonly label: string
  readonly busy?: boolean
  /** The two that most players come for. */
  readonly main?: boolean
  /** What it does, or where it leads. */
  readonly act: (() => void) | { readonly href: string }
}

interface WidgetGridProps {
  readonly wallet: Wallet | undefined
  readonly balance: CheckBalance
}

/** Three in a row, two rows. */
export function WidgetGrid({ wallet, balance }: WidgetGridProps) {
  const t = useText()
  const [bringing, setBringing] = useState(false)
  const widgets: readonly Widget[] = [
    {
      key: 'deposit',
      icon: 'deposit',
      label: t('home.deposit'),
      main: true,
      act: () => openSheet({ kind: 'deposit' }),
    },
    {
      key: 'withdraw',
      icon: 'withdraw',
      label: t('home.withdraw'),
      main: true,
      act: () => openSheet({ kind: 'withdraw' }),
    },
    {
      key: 'transfer',
      icon: 'transfer',
      label: t('home.transfer'),
      act: () => openSheet({ kind: 'transfer' }),
    },
    { key: 'bring-all', icon: 'wallet', label: t('home.bring-all'), act: () => setBringing(true) },
    {
      key: 'refresh-all',
      icon: 'refresh',
      label: t('home.refresh-all'),
      busy: balance.busy,
      act: () => void balance.check(),
    },
    {
      key: 'statement',
      icon: 'statement',
      label: t('home.statement'),
      act: { href: '/user/statement' },
    },
  ]
  return (
    <>
      <ul className={styles.grid}>
        {widgets.map(({ key, ...widget }) => (
          <li key={key}>
            <WidgetTile {...widget} />
          </li>
        ))}
      </ul>
      {bringing ? (
        <Suspense fallback={null}>
          <BringAll wallet={wallet} onClose={() => setBringing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function WidgetTile({ icon, label, busy = false, main = false, act }: Omit<Widget, 'key'>) {
  const inside = (
    <>
      <span className={styles.sign} data-main={main ? '' : undefined}>
        {busy ? <Spinner /> : <Icon name={icon} />}
      </span>
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

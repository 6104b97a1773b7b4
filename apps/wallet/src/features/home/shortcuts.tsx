import { Icon, type IconName } from '@kapao/ui/icon'
import { useText } from '../../lib/i18n.ts'
import { openSheet } from '../../lib/member-sheets.ts'
import type { Wallet } from './game-groups.ts'
import styles from './home.module.css'

/** What is not big enough for a widget, one tap away all the same. */
export function Shortcuts({
  wallet,
  hasWheel,
}: {
  wallet: Wallet | undefined
  hasWheel: boolean | undefined
}) {
  const t = useText()
  return (
    <nav className={styles.shortcuts} aria-label={t('home.shortcuts')}>
      <Shortcut icon="transfer" label={t('home.transfer')} onPress={() => openSheet({ kind: 'transfer' })} />
      {wallet?.slots.length === 0 ? null : (
        <Shortcut
          icon="wallet"
          label={t('home.bring-all')}
          onPress={() => openSheet({ kind: 'bring-all' })}
        />
      )}
      <a className={styles.shortcut} href="/user/bonus">
        <Icon name="bonus" size={20} />
        {t('home.bonus')}
      </a>
      {hasWheel ? (
        <a className={styles.shortcut} href="/user/spin">
          <Icon name="wheel" size={20} />
          {t('home.spin')}
        </a>
      ) : null}
      {/* Most have a wheel: its place is held until that is known, so that none of the others moves under the thumb. */}
      {hasWheel === undefined ? <span /> : null}
      <Shortcut icon="check" label={t('home.agreement')} onPress={() => openSheet({ kind: 'agreement' })} />
    </nav>
  )
}

function Shortcut({ icon, label, onPress }: { icon: IconName; label: string; onPress: () => void }) {
  return (
    <button type="button" className={styles.shortcut} onClick={onPress}>
      <Icon name={icon} size={20} />
      {label}
    </button>
  )
}

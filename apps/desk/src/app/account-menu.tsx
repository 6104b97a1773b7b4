import type { Staff } from '@kapao/contract/desk-call'
import { useText } from '../lib/i18n.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { Avatar } from '../ui/avatar.tsx'

export function AccountMenu({ me, onLogOut }: { me: Staff; onLogOut: () => void }) {
  const t = useText()
  const pages = [
    { key: 'canned', icon: 'statement', label: t('app.canned'), href: '/canned' },
    ...(me.role === 'admin'
      ? ([
          { key: 'staff', icon: 'invite', label: t('app.staff'), href: '/staff' },
          { key: 'audit', icon: 'rules', label: t('app.audit'), href: '/audit' },
        ] as const)
      : []),
    { key: 'password', icon: 'key', label: t('app.password'), href: '/password' },
    { key: 'log-out', icon: 'logout', label: t('app.log-out'), onPress: onLogOut },
  ] as const
  return (
    <ActionMenu
      label={t('app.account', { name: me.displayName })}
      shown={<Avatar name={me.displayName} size={32} />}
      heading={
        <>
          <strong>{me.displayName}</strong>
          <span>{t(`app.role-${me.role}`)}</span>
        </>
      }
      items={pages}
    />
  )
}

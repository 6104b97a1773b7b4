import type { Failure } from '@kapao/browser/http'
import { useBusy } from '@kapao/browser/use-busy'
import { deskLogout } from '@kapao/contract/desk'
import type { Staff } from '@kapao/contract/desk-call'
import { Dialog } from '@kapao/ui/dialog'
import { useState } from 'react'
import { errorText } from '../lib/error-text.ts'
import { send } from '../lib/http.ts'
import { useText } from '../lib/i18n.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { Avatar } from '../ui/avatar.tsx'

export function AccountMenu({ me, onLoggedOut }: { me: Staff; onLoggedOut: () => void }) {
  const t = useText()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, run] = useBusy()
  function logOut() {
    run(async () => {
      const result = await send(deskLogout)
      // Whoever leaves must know when the cookie still opens the desk. A session that is over already tells everybody by itself.
      if (result.ok) onLoggedOut()
      else setFailure(result.failure)
    })
  }
  const pages = [
    { key: 'canned', icon: 'statement', label: t('app.canned'), href: '/canned' },
    ...(me.role === 'admin'
      ? ([
          { key: 'staff', icon: 'invite', label: t('app.staff'), href: '/staff' },
          { key: 'audit', icon: 'rules', label: t('app.audit'), href: '/audit' },
        ] as const)
      : []),
    { key: 'password', icon: 'key', label: t('app.password'), href: '/password' },
    { key: 'log-out', icon: 'logout', label: t('app.log-out'), onPress: logOut },
  ] as const
  return (
    <>
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
      {failure === null ? null : (
        <Dialog
          open
          kind="warning"
          title={t('app.still-in')}
          confirmLabel={t('app.try-again')}
          cancelLabel={t('app.cancel')}
          busy={busy}
          onConfirm={logOut}
          onCancel={() => setFailure(null)}
        >
          <p>{errorText(t, failure)}</p>
        </Dialog>
      )}
    </>
  )
}

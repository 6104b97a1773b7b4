import type { Failure } from '@kapao/browser/http'
import { useBusy } from '@kapao/browser/use-busy'
import { deskLogout } from '@kapao/contract/desk'
import type { Staff } from '@kapao/contract/desk-call'
import { Dialog } from '@kapao/ui/dialog'
import { useState } from 'react'
import { isAnythingWaiting } from '../features/thread/boxes.ts'
import { errorText } from '../lib/error-text.ts'
import { isEnd, send } from '../lib/http.ts'
import { useText } from '../lib/i18n.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { Avatar } from '../ui/avatar.tsx'

export function AccountMenu({ me, onLoggedOut }: { me: Staff; onLoggedOut: () => void }) {
  const t = useText()
  const [asked, setAsked] = useState<Failure | 'unsent' | null>(null)
  const [busy, run] = useBusy()
  function logOut() {
    run(async () => {
      const result = await send(deskLogout)
      // Whoever leaves must know when the cookie still opens the desk. A session that is over already is what they wanted.
      if (result.ok || (result.failure.kind === 'refused' && isEnd(result.failure.message))) onLoggedOut()
      else setAsked(result.failure)
    })
  }
  function askFirst() {
    if (isAnythingWaiting()) setAsked('unsent')
    else logOut()
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
    { key: 'log-out', icon: 'logout', label: t('app.log-out'), onPress: askFirst },
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
      {asked === null ? null : (
        <Dialog
          open
          kind="warning"
          title={t(asked === 'unsent' ? 'app.log-out' : 'app.still-in')}
          confirmLabel={t(asked === 'unsent' ? 'app.log-out' : 'app.try-again')}
          cancelLabel={t('app.cancel')}
          busy={busy}
          onConfirm={logOut}
          onCancel={() => setAsked(null)}
        >
          <p>{asked === 'unsent' ? t('app.unsent') : errorText(t, asked)}</p>
        </Dialog>
      )}
    </>
  )
}

import { useBusy } from '@kapao/browser/use-busy'
import { assignConversation, type DeskConversation } from '@kapao/contract/desk'
import { Button } from '@kapao/ui/button'
import { SelectField } from '@kapao/ui/select-field'
import { toast } from '@kapao/ui/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText, isChangedMeanwhile } from '../../lib/error-text.ts'
import { send } from '../../lib/http.ts'
import { useText } from '../../lib/i18n.ts'
import { colleaguesQuery, conversationKey, inboxKey, useMe } from '../../lib/queries.ts'
import styles from './assign.module.css'
import { askLatest } from './latest.ts'

const NOBODY = 'nobody'

export function Assign({ conversation }: { conversation: DeskConversation }) {
  const t = useText()
  const me = useMe()
  const queries = useQueryClient()
  const colleagues = useQuery(colleaguesQuery)
  const [busy, run] = useBusy()
  const { conversationId, assignee } = conversation
  const current = assignee?.staffId ?? NOBODY
  /** Only chosen: on some systems each arrow on the closed list chooses the next. Whoever it is given to meanwhile overrules it. */
  const [choice, setChoice] = useState({ over: current, chosen: current })
  if (choice.over !== current) setChoice({ over: current, chosen: current })
  const { chosen } = choice
  const box = useRef<HTMLDivElement>(null)
  function assign(staffId: string | null) {
    // The button goes with what it does.
    box.current?.querySelector('select')?.focus()
    run(async () => {
      const body = { staffId, fromStaffId: assignee?.staffId ?? null }
      const result = await send(assignConversation, { params: { conversationId }, body })
      if (!result.ok) {
        const isTaken = isChangedMeanwhile(result.failure)
        const holder = isTaken ? (await askLatest(queries, conversationId))?.assignee : null
        const told = holder ? t('customer.taken', { name: holder.displayName }) : errorText(t, result.failure)
        return void toast.error(told)
      }
      queries.setQueryData(conversationKey(conversationId), result.answer)
      void queries.invalidateQueries({ queryKey: inboxKey })
    })
  }
  // Nothing tells of a colleague who has come or left.
  const askAnew = () => void colleagues.refetch({ cancelRefetch: false })
  // Whoever has it now may have left since.
  const others = (colleagues.data?.colleagues ?? []).filter(({ staffId }) => staffId !== assignee?.staffId)
  const all = assignee ? [assignee, ...others] : others
  return (
    <div ref={box} className={styles.assign}>
      <SelectField
        label={t('customer.assignee')}
        onFocus={askAnew}
        onPointerDown={askAnew}
        value={chosen}
        onChange={(next) => setChoice({ over: current, chosen: next })}
        options={[
          { value: NOBODY, label: t('customer.nobody') },
          ...all.map(({ staffId, displayName }) => ({
            value: staffId,
            label: staffId === me.staffId ? t('customer.me', { name: displayName }) : displayName,
          })),
        ]}
      />
      {chosen !== current ? (
        <Button small busy={busy} onClick={() => assign(chosen === NOBODY ? null : chosen)}>
          {t('customer.give')}
        </Button>
      ) : assignee === null ? (
        <Button small variant="secondary" icon="user" busy={busy} onClick={() => assign(me.staffId)}>
          {t('customer.take')}
        </Button>
      ) : null}
    </div>
  )
}

import { fromMinorUnits } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Dialog, type DialogProps } from '@kapao/ui/dialog'
import { SelectField } from '@kapao/ui/select-field'
import { toast } from '@kapao/ui/toast'
import { useState } from 'react'
import { AmountField } from '../src/ui/amount-field.tsx'
import { Sheet } from '../src/ui/sheet.tsx'
import { Part, Row } from './part.tsx'
import type { Sample } from './samples.ts'

const kinds = ['success', 'error', 'warning', 'info'] as const
const quick = [fromMinorUnits('10000'), fromMinorUnits('50000'), fromMinorUnits('100000')]

export function Layers({ s }: { s: Sample }) {
  const [sheet, setSheet] = useState<'none' | 'form' | 'long'>('none')
  const [kind, setKind] = useState<DialogProps['kind'] | null>(null)
  const [amount, setAmount] = useState('')
  const close = () => setSheet('none')
  return (
    <Part name="layers">
      <Row>
        <Button small onClick={() => setSheet('form')}>
          form sheet
        </Button>
        <Button small onClick={() => setSheet('long')}>
          long sheet
        </Button>
        {kinds.map((each) => (
          <Button key={each} small variant="secondary" onClick={() => setKind(each)}>
            {each} dialog
          </Button>
        ))}
        <Button small variant="quiet" onClick={() => toast.success(s.sentence)}>
          toast success
        </Button>
        <Button small variant="quiet" onClick={() => toast.error(s.broken)}>
          toast error
        </Button>
        <Button small variant="quiet" onClick={() => toast.info(s.copied)}>
          toast info
        </Button>
      </Row>
      <Sheet
        open={sheet === 'form'}
        onClose={close}
        title={s.withdraw}
        closeLabel={s.cancel}
        footer={
          <Button full onClick={() => toast.success(s.sentence)}>
            {s.confirm}
          </Button>
        }
      >
        <SelectField
          label={s.bank}
          value="one"
          onChange={() => undefined}
          options={[{ value: 'one', label: s.bankName }]}
        />
        <AmountField
          label={s.amount}
          value={amount}
          onChange={setAmount}
          currency="THB"
          currencyLabel={s.currency}
          hint={s.hint}
          quick={quick}
        />
      </Sheet>
      <Sheet open={sheet === 'long'} onClose={close} title={s.title} closeLabel={s.cancel}>
        {Array.from({ length: 12 }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same paragraph many times.
          <p key={line}>{s.sentence}</p>
        ))}
        <Button full variant="secondary" onClick={() => setKind('warning')}>
          {s.cancel}
        </Button>
      </Sheet>
      <Dialog
        open={kind !== null}
        kind={kind ?? 'info'}
        title={s.title}
        confirmLabel={s.confirm}
        onConfirm={() => setKind(null)}
        cancelLabel={kind === 'warning' ? s.cancel : undefined}
        onCancel={() => setKind(null)}
        danger={kind === 'warning'}
        smallPrint={s.hint}
      >
        {s.sentence}
      </Dialog>
    </Part>
  )
}

import { fromMinorUnits } from '@kapao/money/minor'
import { Button } from '@kapao/ui/button'
import { Checkbox } from '@kapao/ui/checkbox'
import { Field } from '@kapao/ui/field'
import { Icon, type IconName } from '@kapao/ui/icon'
import { IconButton } from '@kapao/ui/icon-button'
import { iconPaths } from '@kapao/ui/icon-paths'
import { moreIconPaths } from '@kapao/ui/more-icon-paths'
import { PasswordField } from '@kapao/ui/password-field'
import { SelectField } from '@kapao/ui/select-field'
import { useState } from 'react'
import { AmountField } from '../src/ui/amount-field.tsx'
import { CopyButton } from '../src/ui/copy-button.tsx'
import { OtpField } from '../src/ui/otp-field.tsx'
import { Segmented } from '../src/ui/segmented.tsx'
import styles from './gallery.module.css'
import { Part, Row } from './part.tsx'
import type { Sample } from './samples.ts'

const nothing = () => undefined
const quick = ['10', '20', '50', '100', '500', '1000'].map((units) => fromMinorUnits(`${units}00`))

export function Buttons({ s }: { s: Sample }) {
  return (
    <Part name="button">
      <Button full>{s.confirm}</Button>
      <Button full busy>
        {s.confirm}
      </Button>
      <Button full disabled>
        {s.confirm}
      </Button>
      <Button full variant="secondary" icon="refresh">
        {s.retry}
      </Button>
      <Button full variant="danger">
        {s.cancel}
      </Button>
      <Button full variant="quiet" href="#root">
        {s.title}
      </Button>
      <Row>
        <Button small>{s.copy}</Button>
        <Button small variant="secondary" busy>
          {s.copy}
        </Button>
        <IconButton name="lock" label={s.password} />
        <IconButton name="refresh" label={s.retry} busy />
        <IconButton name="close" label={s.cancel} filled />
        <IconButton name="logout" label={s.cancel} disabled />
      </Row>
      <Row>
        {[true, false].map((works) => (
          <CopyButton
            key={String(works)}
            text="1234567890"
            copy={() => Promise.resolve(works)}
            label={s.copy}
            copiedLabel={s.copied}
            failedLabel={s.failed}
          />
        ))}
      </Row>
    </Part>
  )
}

export function Fields({ s }: { s: Sample }) {
  const [phone, setPhone] = useState('')
  const [bank, setBank] = useState('')
  const [agreed, setAgreed] = useState(false)
  return (
    <Part name="field">
      <Field
        label={s.phone}
        hint={s.hint}
        value={phone}
        onChange={setPhone}
        type="tel"
        required
        placeholder="0812345678"
      />
      <Field label={s.phone} error={s.error} value="08123" onChange={nothing} type="tel" prefix="+66" />
      <Field label={s.phone} value="0812345678" onChange={nothing} busy />
      <PasswordField
        label={s.password}
        showLabel={s.password}
        hideLabel={s.password}
        autoComplete="current-password"
        value="secret-secret"
        onChange={nothing}
      />
      <SelectField
        label={s.bank}
        value={bank}
        onChange={setBank}
        placeholder={s.bank}
        options={[
          { value: 'one', label: s.bankName },
          { value: 'two', label: 'KBANK' },
        ]}
      />
      <Checkbox label={s.agree} checked={agreed} onChange={setAgreed} />
      <Checkbox label={s.agree} checked onChange={nothing} />
      <Checkbox label={s.agree} checked={false} error={s.error} onChange={nothing} />
    </Part>
  )
}

export function Amounts({ s }: { s: Sample }) {
  const [amount, setAmount] = useState('')
  const [code, setCode] = useState('123')
  return (
    <Part name="amount">
      <AmountField
        label={s.amount}
        value={amount}
        onChange={setAmount}
        currency="THB"
        currencyLabel={s.currency}
        hint={s.hint}
        quick={quick}
        maximum={{ label: s.maximum, amount: fromMinorUnits('1234567') }}
      />
      <AmountField
        label={s.amount}
        value="100,000,000.00"
        onChange={nothing}
        currency="THB"
        currencyLabel={s.currency}
        error={s.error}
      />
      <OtpField label={s.steps[1]} hint="Ref: AB12CD" value={code} onChange={setCode} />
      <OtpField label={s.steps[1]} error={s.error} value="123456" onChange={nothing} />
    </Part>
  )
}

export function Choices({ s }: { s: Sample }) {
  const [way, setWay] = useState('one')
  return (
    <Part name="choices">
      <Segmented
        label={s.bank}
        value={way}
        onChange={setWay}
        options={[
          { value: 'one', label: s.copy },
          { value: 'two', label: s.maximum },
          { value: 'three', label: s.retry, disabled: true },
        ]}
      />
    </Part>
  )
}

const isIcon = (name: string): name is IconName => name in iconPaths || name in moreIconPaths

export function Icons() {
  return (
    <Part name="icons">
      <div className={styles.icons}>
        {Object.keys({ ...iconPaths, ...moreIconPaths })
          .filter(isIcon)
          .map((name) => (
            <span key={name}>
              <Icon name={name} />
              {name}
            </span>
          ))}
      </div>
    </Part>
  )
}

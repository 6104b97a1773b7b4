import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'

/** It has no longest length: of a password that was pasted the rest would fall out unseen, and its owner log in with the whole of it in vain. */
export interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'suffix' | 'inputMode' | 'maxLength'> {
  showLabel: string
  hideLabel: string
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      suffix={
        <IconButton
          name={shown ? 'eye-off' : 'eye'}
          label={shown ? hideLabel : showLabel}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

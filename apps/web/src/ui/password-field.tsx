import { useState } from 'react'
import { message } from '../lib/messages.ts'
import { IconButton } from './icon-button.tsx'
import { HideIcon, ShowIcon } from './icons.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** Hidden by default; paste and password managers are welcome. */
export function PasswordField(props: TextFieldProps) {
  const [isShown, setShown] = useState(false)
  const toggle = (
    <IconButton
      icon={isShown ? HideIcon : ShowIcon}
      label={message(isShown ? 'shared.hidePassword' : 'shared.showPassword')}
      size={28}
      onClick={() => setShown(!isShown)}
    />
  )
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      rightSection={toggle}
    />
  )
}

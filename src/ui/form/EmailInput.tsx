import { TextField, type TextFieldProps } from './TextField.tsx'

/**
 * Renders the input of one e-mail address: e-mail keyboard, no capitalization, no spell check. RFC 5321 allows 254
 * characters.
 */
export function EmailInput(props: TextFieldProps) {
  return (
    <TextField
      icon="mail"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoComplete="email"
      spellCheck={false}
      maxLength={254}
      {...props}
    />
  )
}

import { TextField, type TextFieldProps } from './TextField.tsx'

/** One e-mail address: the keyboard for it, no capitals, no spelling; RFC 5321 allows 254 characters. */
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

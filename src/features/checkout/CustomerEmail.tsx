import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { EmailField, findTypedEmailError } from '../email/index.ts'
import type { EmailState } from './use-form.ts'

/** Asks for the e-mail address to which the purchase is sent. */
export function CustomerEmail({ value, onChange, error, onLeave, field }: EmailState) {
  const text = useText()
  const errorText = useErrorText()
  return (
    <EmailField
      field={field}
      label={text('checkout.email.label')}
      hint={<Text id="checkout.email.hint" />}
      error={error && errorText(error)}
      ok={findTypedEmailError(value) === undefined}
      value={value}
      onType={onChange}
      onLeave={onLeave}
    />
  )
}

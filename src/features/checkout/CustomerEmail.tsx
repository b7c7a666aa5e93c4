import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { EmailField, findTypedEmailError } from '../email/index.ts'
import type { EmailState } from './use-form.ts'

/** Asks for the e-mail address to which the purchase is sent, or only the receipt of a gift. */
export function CustomerEmail({
  isGift = false,
  value,
  onChange,
  error,
  onLeave,
  field,
}: EmailState & { isGift?: boolean }) {
  const text = useText()
  const errorText = useErrorText()
  return (
    <EmailField
      field={field}
      label={text(isGift ? 'checkout.email.receipt' : 'checkout.email.label')}
      hint={<Text id={isGift ? 'checkout.email.receiptHint' : 'checkout.email.hint'} />}
      error={error && errorText(error)}
      ok={findTypedEmailError(value) === undefined}
      value={value}
      onType={onChange}
      onLeave={onLeave}
    />
  )
}

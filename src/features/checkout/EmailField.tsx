import { useErrorText } from '../../platform/errors/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { EmailInput } from '../../ui/EmailInput.tsx'
import { faultOfEmail } from './email.ts'
import type { EmailState } from './use-form.ts'

/** Where the purchase goes. */
export function EmailField({ value, onChange, fault, onLeave, field }: EmailState) {
  const text = useText()
  const errorText = useErrorText()
  return (
    <EmailInput
      ref={field}
      label={text('checkout.email.label')}
      hint={<Text id="checkout.email.hint" />}
      error={fault && errorText(fault)}
      ok={faultOfEmail(value) === undefined}
      name="email"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
    />
  )
}

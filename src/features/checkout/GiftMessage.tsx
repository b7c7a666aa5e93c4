import { maxGiftMessageLength } from '../../../contract/cart.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import type { GiftMessageState } from './use-form.ts'

/** Asks for an optional message to the runner who receives the gift. */
export function GiftMessage({ value, onChange }: GiftMessageState) {
  const text = useText()
  return (
    <TextField
      className="mb-4"
      label={text('checkout.giftMessage')}
      hint={<Text id="checkout.giftMessage.hint" />}
      name="giftMessage"
      autoComplete="off"
      enterKeyHint="next"
      maxLength={maxGiftMessageLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

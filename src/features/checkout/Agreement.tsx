import { Text } from '../../platform/language/index.ts'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { offerLink, policyLink } from '../orders/index.ts'
import type { AgreementState } from './use-form.ts'

const links = { offer: offerLink, policy: policyLink }

/** Renders above each pay button. The buyer has to accept the offer by hand, so it is never ticked beforehand. */
export function Agreement({ isAccepted, onChange, isMissing, field }: AgreementState) {
  return (
    <div ref={field}>
      <Checkbox
        checked={isAccepted}
        onChange={onChange}
        error={isMissing ? <Text id="checkout.agreement.missing" /> : undefined}
      >
        <Text id="checkout.agreement" values={links} />
      </Checkbox>
    </div>
  )
}

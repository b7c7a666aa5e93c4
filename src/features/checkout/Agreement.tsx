import type { ReactNode } from 'react'
import { Text } from '../../platform/language/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import type { AgreementState } from './use-form.ts'

const linkTo = (href: string) => (words: ReactNode) => (
  <AppLink key={href} href={href} target="_blank" rel="noopener">
    {words}
  </AppLink>
)

const links = { offer: linkTo('/offer.pdf'), policy: linkTo('/policy.pdf') }

/** The offer has to be accepted by the buyer's own hand, so it is never ticked beforehand. */
export function Agreement({ isGiven, onChange, isMissing, field }: AgreementState) {
  return (
    <div ref={field} className="mt-3.5">
      <Checkbox
        checked={isGiven}
        onChange={onChange}
        error={isMissing ? <Text id="checkout.agreement.missing" /> : undefined}
      >
        <Text id="checkout.agreement" values={links} />
      </Checkbox>
    </div>
  )
}

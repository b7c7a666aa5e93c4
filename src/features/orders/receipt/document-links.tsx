import type { ReactNode } from 'react'
import { AppLink } from '../../../ui/AppLink.tsx'

const createLink = (href: string) => (children: ReactNode) => (
  <AppLink key={href} href={href} target="_blank" rel="noopener" className="underline underline-offset-4">
    {children}
  </AppLink>
)

/** Renders the marked text of a message as a link to the tenant's terms of sale. */
export const offerLink = createLink('/offer.pdf')

/** Renders the marked text of a message as a link to the tenant's privacy policy. */
export const policyLink = createLink('/policy.pdf')

import type { ReactNode } from 'react'
import { AppLink } from '../../ui/AppLink.tsx'

const linkTo = (href: string) => (words: ReactNode) => (
  <AppLink key={href} href={href} target="_blank" rel="noopener" className="underline underline-offset-4">
    {words}
  </AppLink>
)

/** Renders the marked text of a message as a link to the tenant's terms of sale. */
export const offerLink = linkTo('/offer.pdf')

/** Renders the marked text of a message as a link to the tenant's privacy policy. */
export const policyLink = linkTo('/policy.pdf')

import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { Link } from 'wouter'

export interface AppLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>
}

/**
 * Renders a link. Paths of this host navigate through wouter without a reload; other addresses, downloads and links
 * with a `target` are left to the browser.
 */
export function AppLink({ children, ...rest }: AppLinkProps) {
  const { href, target, download, onClick } = rest
  if (!href || !/^\/(?!\/)/.test(href) || target || download !== undefined) return <a {...rest}>{children}</a>
  const onLinkClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    // a link to the current address must neither reload the page nor add a history entry
    if (event.currentTarget.href === location.href) event.preventDefault()
  }
  return (
    <Link {...rest} href={href} onClick={onLinkClick}>
      {children}
    </Link>
  )
}

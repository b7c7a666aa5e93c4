import type { Settings } from './settings.ts'

const listedPages = [
  'home',
  'events',
  'event',
  'gifts',
  'photographers',
  'organizers',
  'business',
  'contacts',
] as const
export type ListedPage = (typeof listedPages)[number]

const addresses: Readonly<Record<string, ListedPage>> = {
  '/': 'home',
  '/search': 'events',
  '/gift': 'gifts',
  '/for-photographers': 'photographers',
  '/for-organizers': 'organizers',
  '/for-business': 'business',
  '/contacts': 'contacts',
}

const partners: ReadonlySet<ListedPage> = new Set(['photographers', 'organizers', 'business'])

/** A page that search engines may list, and the one address of it that they shall know. */
export interface Listed {
  page: ListedPage
  /** Path without a query: one for all aliases of the page. */
  canonical: string
  eventId?: string
}

/**
 * What an address is to search engines; undefined for all that is somebody's own (carts, orders, searches, the account)
 * and for what is no page of this tenant.
 *
 * @param path decoded, without query
 */
export function listedPage(
  path: string,
  tenant: Pick<Settings, 'hidePartnerPages' | 'photofinishUSA'>,
): Listed | undefined {
  const clean = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const page = Object.hasOwn(addresses, clean) ? addresses[clean] : undefined
  if (page) {
    const isHidden = partners.has(page) && (tenant.hidePartnerPages || tenant.photofinishUSA)
    return isHidden ? undefined : { page, canonical: clean }
  }
  const eventId = /^\/event\/([\w-]{1,64})(?:\/(?:photos|report|video))?$/.exec(clean)?.[1]
  return eventId === undefined ? undefined : { page: 'event', canonical: `/event/${eventId}`, eventId }
}

/** Addresses of the listed pages that every tenant has, apart from those of its events. */
export function listedAddresses(
  tenant: Pick<Settings, 'hidePartnerPages' | 'photofinishUSA'>,
): readonly string[] {
  return Object.keys(addresses).filter((path) => listedPage(path, tenant))
}

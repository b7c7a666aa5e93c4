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

const pageByPath: Readonly<Record<string, ListedPage>> = {
  '/': 'home',
  '/search': 'events',
  '/gift': 'gifts',
  '/for-photographers': 'photographers',
  '/for-organizers': 'organizers',
  '/for-business': 'business',
  '/contacts': 'contacts',
}

const partnerPages: ReadonlySet<ListedPage> = new Set(['photographers', 'organizers', 'business'])

/** Describes a page that search engines may list, with its one canonical address. */
export interface ListedAddress {
  page: ListedPage
  /** Path without query, the same for all aliases of the page. */
  canonical: string
  eventId?: string
}

/**
 * Returns how search engines should see an address. Undefined for personal pages (carts, orders, searches, the account) and
 * for addresses that are no page of this tenant.
 *
 * @param path decoded, without query
 */
export function findListedPage(
  path: string,
  tenant: Pick<Settings, 'hidePartnerPages' | 'photofinishUSA'>,
): ListedAddress | undefined {
  const normalizedPath = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const page = Object.hasOwn(pageByPath, normalizedPath) ? pageByPath[normalizedPath] : undefined
  if (page) {
    const isHidden = partnerPages.has(page) && (tenant.hidePartnerPages || tenant.photofinishUSA)
    return isHidden ? undefined : { page, canonical: normalizedPath }
  }
  const eventId = /^\/event\/([\w-]{1,64})(?:\/(?:photos|report|video))?$/.exec(normalizedPath)?.[1]
  return eventId === undefined ? undefined : { page: 'event', canonical: `/event/${eventId}`, eventId }
}

/** Returns the listed addresses that every tenant has, without those of its events. */
export function getListedAddresses(
  tenant: Pick<Settings, 'hidePartnerPages' | 'photofinishUSA'>,
): readonly string[] {
  return Object.keys(pageByPath).filter((path) => findListedPage(path, tenant))
}

/** Patterns of every address with a page in the app. `:id` matches one path segment. */
const pagePatterns = [
  ...Object.keys(pageByPath),
  '/event/:id',
  '/event/:id/video',
  '/event/:id/photos',
  '/event/:id/report',
  '/event/:id/my',
  '/event/:id/selfie',
  '/event/:id/frame',
  '/search/:id/:number',
  '/search/:id/:number/video',
  '/shared/:id',
  '/cart',
  '/order',
  '/order-complete',
  '/order-failed',
  '/order/:id',
  '/preorder/:id',
  '/gift/:id',
  '/unsubscribe/:id',
  '/orders',
  '/my-account',
  '/my-account/orders',
  '/my-account/order/:id',
  '/share',
  '/find',
  '/my-order',
  '/demo',
  '/demo/kit',
] as const

const pageAddressPattern = new RegExp(
  `^(?:${pagePatterns.map((pattern) => pattern.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')).join('|')})/?$`,
  'i',
)

/** Returns whether the app has a page at an address. Case-insensitive. @param path decoded, without query */
export const isPageAddress = (path: string): boolean => pageAddressPattern.test(path)

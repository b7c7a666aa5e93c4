import type { Language } from './language/languages.ts'
import type { Settings } from './settings.ts'

/**
 * Lists the levels of texts. Each includes those before it: the shell and the home page, an event page, the results of a
 * search, most pages, and pages with texts that no other page shows. `scripts/build/text-levels.ts` assigns the texts.
 */
export const textLevels = ['first', 'event', 'results', 'page', 'all'] as const

export type TextLevel = (typeof textLevels)[number]

/** Returns the id of the module with the texts that a level adds to those before it. */
export const getTextModule = (language: Language, level: TextLevel): string =>
  `virtual:messages/${language}-${level}`

/** Describes a page: its address, its code, and how server, frame and search engines treat it. */
export interface PageRow {
  /** A pattern of regexparam, the default matcher of wouter; `:id` matches one segment. Letter case does not matter. */
  readonly path: string
  /** Name of the component, and of its file without `.tsx`. Rows of one component are one page, see `isSeparate`. */
  readonly component: string
  /** Remounts the component when another row of it is left. */
  readonly isSeparate?: true
  /** Pages without a name have no footer. */
  readonly name?: string
  /** Target of the back button when the previous page is outside the app; home has none. */
  readonly back?: string
  /** The texts that the page needs, `page` when absent; see `scripts/build/text-levels.ts`. */
  readonly texts?: TextLevel
  /** Tenants that have the page; all when absent. */
  readonly tenants?: 'demo' | 'partners'
  /** Search engines may list the page, with the title and description of this name. */
  readonly listedAs?: string
  /** The server renders it, the same for all visitors. */
  readonly isDrawn?: true
  /** Visitors enter it from outside: the server has its code loaded in parallel with the entry. */
  readonly isPreloaded?: true
  /** Orders, payments or the account: no third-party script is loaded on it, nor on addresses with the same first segment. */
  readonly isPrivate?: true
}

/** The tabs of an event that are the same for all visitors. They are listed as `event`, see `findListedPage`. */
const eventTab = {
  component: 'EventPage',
  back: '/',
  texts: 'event',
  isDrawn: true,
  isPreloaded: true,
} as const

const partnersPage = {
  component: 'PartnersPage',
  isSeparate: true,
  texts: 'all',
  tenants: 'partners',
  isDrawn: true,
  isPreloaded: true,
} as const

const resultsPage = {
  component: 'ResultsPage',
  back: '/event/:id',
  texts: 'results',
  isPreloaded: true,
} as const

const orderPage = { component: 'OrderPage', isPreloaded: true, isPrivate: true } as const
const accountPage = { component: 'AccountPage', back: '/', texts: 'all', isPrivate: true } as const

const rows = [
  {
    path: '/',
    component: 'HomePage',
    name: 'home',
    texts: 'first',
    listedAs: 'home',
    isDrawn: true,
    isPreloaded: true,
  },
  { path: '/event/:id', ...eventTab },
  { path: '/event/:id/video', ...eventTab },
  { path: '/event/:id/photos', ...eventTab },
  { path: '/event/:id/report', ...eventTab },
  { path: '/event/:id/my', component: 'EventPage', back: '/', isDrawn: true, isPreloaded: true },
  {
    path: '/event/:id/selfie',
    component: 'SelfiePage',
    back: '/event/:id',
    isDrawn: true,
    isPreloaded: true,
  },
  { path: '/event/:id/frame', component: 'FramePage', back: '/event/:id' },
  {
    path: '/search',
    component: 'SearchPage',
    back: '/',
    listedAs: 'events',
    isDrawn: true,
    isPreloaded: true,
  },
  { path: '/search/:id/:number', ...resultsPage },
  { path: '/search/:id/:number/video', ...resultsPage },
  { path: '/shared/:id', component: 'SharedPage', back: '/', isPreloaded: true },
  { path: '/cart', component: 'CartPage', name: 'cart', back: '/', isDrawn: true, isPreloaded: true },
  { path: '/order', component: 'CheckoutPage', back: '/cart', isPreloaded: true, isPrivate: true },
  { path: '/order-complete', component: 'OrderCompletePage', isPrivate: true },
  { path: '/order-failed', component: 'OrderCompletePage', isPrivate: true },
  { path: '/order/:id', name: 'order-paid', ...orderPage },
  { path: '/preorder/:id', name: 'preorder-paid', ...orderPage },
  {
    path: '/gift',
    component: 'GiftPage',
    name: 'gift',
    back: '/',
    texts: 'all',
    listedAs: 'gifts',
    isDrawn: true,
  },
  { path: '/gift/:id', component: 'GiftPage', name: 'gift-of-event', back: '/event/:id', texts: 'all' },
  { path: '/orders', component: 'OrdersPage', name: 'device-orders', back: '/', isDrawn: true },
  { path: '/my-account', name: 'my-account', ...accountPage },
  { path: '/my-account/orders', name: 'my-orders', ...accountPage },
  {
    path: '/my-account/order/:id',
    component: 'AccountOrderPage',
    name: 'my-order',
    back: '/my-account/orders',
    texts: 'all',
    isPrivate: true,
  },
  { path: '/share', component: 'ChooseEventPage', back: '/', texts: 'all' },
  { path: '/find', component: 'ChooseEventPage', back: '/', texts: 'all' },
  { path: '/my-order', component: 'MyOrderPage', back: '/', texts: 'all', isPrivate: true },
  { path: '/unsubscribe/:id', component: 'UnsubscribePage', back: '/' },
  { path: '/for-photographers', name: 'photographers', listedAs: 'photographers', ...partnersPage },
  { path: '/for-organizers', name: 'organizers', listedAs: 'organizers', ...partnersPage },
  { path: '/for-business', name: 'business', listedAs: 'business', ...partnersPage },
  {
    path: '/contacts',
    component: 'ContactsPage',
    name: 'contacts',
    texts: 'all',
    listedAs: 'contacts',
    isDrawn: true,
    isPreloaded: true,
  },
  { path: '/demo', component: 'DemoPage', name: 'demo', back: '/', texts: 'all', tenants: 'demo' },
  { path: '/demo/kit', component: 'KitPage', back: '/demo', tenants: 'demo' },
] as const satisfies readonly PageRow[]

type Row = (typeof rows)[number]
/** Names a component that is a page. */
export type PageComponent = Row['component']
/** Names a page that search engines may list. */
export type ListedPage = Extract<Row, { listedAs: string }>['listedAs'] | 'event'

/** Lists all pages. */
export const pageRows: readonly (PageRow & {
  readonly component: PageComponent
  readonly listedAs?: ListedPage
})[] = rows

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
  const row = pageRows.find((each) => each.listedAs && each.path === normalizedPath)
  if (row?.listedAs) {
    const isHidden = row.tenants === 'partners' && (tenant.hidePartnerPages || tenant.photofinishUSA)
    return isHidden ? undefined : { page: row.listedAs, canonical: normalizedPath }
  }
  const eventId = /^\/event\/([\w-]{1,64})(?:\/(?:photos|report|video))?$/.exec(normalizedPath)?.[1]
  return eventId === undefined ? undefined : { page: 'event', canonical: `/event/${eventId}`, eventId }
}

/** Returns the listed addresses that every tenant has, without those of its events. */
export function getListedAddresses(
  tenant: Pick<Settings, 'hidePartnerPages' | 'photofinishUSA'>,
): readonly string[] {
  return pageRows.flatMap(({ path, listedAs }) => (listedAs && findListedPage(path, tenant) ? [path] : []))
}

const toPattern = (path: string) => path.replace(/:\w+/g, '[^/]+')

/** Returns the page at an address in its canonical form: lower case, no trailing slash. @param path decoded, without query */
export function findPage(path: string): (typeof pageRows)[number] | undefined {
  return pageRows.find((row) => new RegExp(`^${toPattern(row.path)}$`).test(path))
}

/** Returns whether the app has a page at an address. Case-insensitive. @param path decoded, without query */
export function isPageAddress(path: string): boolean {
  return pageRows.some((row) => new RegExp(`^${toPattern(row.path).replace(/\/$/, '')}/?$`, 'i').test(path))
}

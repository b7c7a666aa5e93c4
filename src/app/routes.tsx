import { useEffect } from 'react'
import { inject, parse } from 'regexparam'
import { type AroundNavHandler, type DefaultParams, matchRoute, Redirect, Route, Switch } from 'wouter'
import type { Settings } from '../../contract/settings.ts'
import { type TextLevel, useText } from '../platform/language/index.ts'
import { usePath, useQuery } from '../platform/navigation/index.ts'
import { showSnack } from '../platform/notices/index.ts'
import { useSettings } from '../platform/theme/index.ts'
import { type LoadPage, Screen } from './routing/Screen.tsx'

/** Describes a page: its path, its code, and how the frame treats it. */
export interface AppRoute {
  /** A pattern of regexparam, wouter's default matcher; letter case does not matter. */
  path: string
  load: LoadPage
  /** Pages without a name have no footer. */
  name?: string
  /** Target of the back button when the previous page is outside the app; home has none. */
  back?: string
  /** The texts that the page needs, `page` when absent; see `scripts/build/messages.ts`. */
  texts?: TextLevel
  isShown?: (settings: Settings) => boolean
}

// each page is a separate chunk, imported only here
const loadHomePage = () => import('../features/events/HomePage.tsx').then((it) => it.HomePage)
const loadEventPage = () => import('../features/event-page/EventPage.tsx').then((it) => it.EventPage)
const loadSelfiePage = () => import('../features/selfie/SelfiePage.tsx').then((it) => it.SelfiePage)
const frame = () => import('../features/frames/FramePage.tsx').then((it) => it.FramePage)
const search = () => import('../features/event-list/SearchPage.tsx').then((it) => it.SearchPage)
const results = () => import('../features/search/ResultsPage.tsx').then((it) => it.ResultsPage)
const loadSharedPage = () => import('../features/search/share/SharedPage.tsx').then((it) => it.SharedPage)
const loadCartPage = () => import('../features/cart/CartPage.tsx').then((it) => it.CartPage)
const loadCheckoutPage = () => import('../features/checkout/CheckoutPage.tsx').then((it) => it.CheckoutPage)
const loadOrderCompletePage = () =>
  import('../features/orders/OrderCompletePage.tsx').then((it) => it.OrderCompletePage)
const orders = () => import('../features/orders/OrdersPage.tsx').then((it) => it.OrdersPage)
const loadOrderPage = () => import('../features/orders/OrderPage.tsx').then((it) => it.OrderPage)
const account = () => import('../features/account/AccountPage.tsx').then((it) => it.AccountPage)
const loadAccountOrderPage = () =>
  import('../features/account/AccountOrderPage.tsx').then((it) => it.AccountOrderPage)
const loadGiftPage = () => import('../features/gifts/GiftPage.tsx').then((it) => it.GiftPage)
const loadChooseEventPage = () =>
  import('../features/launch/ChooseEventPage.tsx').then((it) => it.ChooseEventPage)
const loadMyOrderPage = () => import('../features/launch/MyOrderPage.tsx').then((it) => it.MyOrderPage)
const unsubscribe = () => import('../features/call-me/UnsubscribePage.tsx').then((it) => it.UnsubscribePage)
const loadContactsPage = () => import('../features/requests/ContactsPage.tsx').then((it) => it.ContactsPage)
const loadPartnersPage = () => import('../features/requests/PartnersPage.tsx').then((it) => it.PartnersPage)
const demo = () => import('../features/demo/DemoPage.tsx').then((it) => it.DemoPage)
const loadKitPage = () => import('../ui/kit/KitPage.tsx').then((it) => it.KitPage)

const hasPartnerPages = (settings: Settings) => !settings.hidePartnerPages
const isDemo = (settings: Settings) => settings.demo

/** Lists all pages with their paths. A navigation between two paths of one page does not remount it. */
export const allRoutes: readonly AppRoute[] = [
  { path: '/', name: 'home', load: loadHomePage, texts: 'first' },
  { path: '/event/:id', load: loadEventPage, texts: 'event', back: '/' },
  { path: '/event/:id/video', load: loadEventPage, texts: 'event', back: '/' },
  { path: '/event/:id/photos', load: loadEventPage, texts: 'event', back: '/' },
  { path: '/event/:id/report', load: loadEventPage, texts: 'event', back: '/' },
  { path: '/event/:id/my', load: loadEventPage, back: '/' },
  { path: '/event/:id/selfie', load: loadSelfiePage, back: '/event/:id' },
  { path: '/event/:id/frame', load: frame, back: '/event/:id' },
  { path: '/search', load: search, back: '/' },
  { path: '/search/:id/:number', load: results, back: '/event/:id' },
  { path: '/search/:id/:number/video', load: results, back: '/event/:id' },
  { path: '/shared/:id', load: loadSharedPage, back: '/' },
  { path: '/cart', name: 'cart', load: loadCartPage, back: '/' },
  { path: '/order', load: loadCheckoutPage, back: '/cart' },
  { path: '/order-complete', load: loadOrderCompletePage },
  { path: '/order-failed', load: loadOrderCompletePage },
  { path: '/order/:id', name: 'order-paid', load: loadOrderPage },
  { path: '/preorder/:id', name: 'preorder-paid', load: loadOrderPage },
  { path: '/gift', name: 'gift', load: loadGiftPage, texts: 'all', back: '/' },
  { path: '/gift/:id', name: 'gift-of-event', load: loadGiftPage, texts: 'all', back: '/event/:id' },
  { path: '/orders', name: 'device-orders', load: orders, back: '/' },
  { path: '/my-account', name: 'my-account', load: account, texts: 'all', back: '/' },
  { path: '/my-account/orders', name: 'my-orders', load: account, texts: 'all', back: '/' },
  {
    path: '/my-account/order/:id',
    name: 'my-order',
    load: loadAccountOrderPage,
    texts: 'all',
    back: '/my-account/orders',
  },
  { path: '/share', load: loadChooseEventPage, texts: 'all', back: '/' },
  { path: '/find', load: loadChooseEventPage, texts: 'all', back: '/' },
  { path: '/my-order', load: loadMyOrderPage, texts: 'all', back: '/' },
  { path: '/unsubscribe/:id', load: unsubscribe, back: '/' },
  { path: '/contacts', name: 'contacts', load: loadContactsPage, texts: 'all' },
  // separate pages of one chunk
  {
    path: '/for-photographers',
    name: 'photographers',
    load: () => loadPartnersPage(),
    texts: 'all',
    isShown: hasPartnerPages,
  },
  {
    path: '/for-organizers',
    name: 'organizers',
    load: () => loadPartnersPage(),
    texts: 'all',
    isShown: hasPartnerPages,
  },
  {
    path: '/for-business',
    name: 'business',
    load: () => loadPartnersPage(),
    texts: 'all',
    isShown: hasPartnerPages,
  },
  { path: '/demo', name: 'demo', load: demo, texts: 'all', back: '/', isShown: isDemo },
  { path: '/demo/kit', load: loadKitPage, back: '/demo', isShown: isDemo },
]

interface RouteMatch {
  route: AppRoute
  params: DefaultParams
}

/** Matches a path outside of React, by the same rules as `Switch`; undefined for a path that is not a page of the app. */
export function findRoute(path: string): RouteMatch | undefined {
  for (const route of allRoutes) {
    const [matches, params] = matchRoute(parse, route.path, path)
    if (matches) return { route, params }
  }
  return undefined
}

/** Returns the back target of a page that was opened from outside the app; undefined for home. */
export function findBackPath({ route, params }: RouteMatch): string | undefined {
  return route.back && inject(route.back, params)
}

/** Navigates to pages of the app; any other path of the host, such as a file, is loaded from the server. */
export const navigateOrLoad: AroundNavHandler = (navigate, to, options) => {
  if (findRoute(new URL(to, location.href).pathname)) navigate(to, options)
  else location.assign(to)
}

/** Renders the page of the current path; redirects home from any other path. */
export function Routes() {
  const settings = useSettings()
  return (
    <Switch>
      {allRoutes
        .filter(({ isShown }) => isShown?.(settings) !== false)
        .map((route) => (
          // paths of one page share a key, so that React does not remount it
          <Route key={allRoutes.findIndex(({ load }) => load === route.load)} path={route.path}>
            {(params) => <RoutePage route={route} params={params} />}
          </Route>
        ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

/** Redirects home, and shows there that the address was not found. */
function NotFound() {
  const text = useText()
  const notFoundText = text('app.addressNotFound')
  useEffect(() => showSnack({ text: notFoundText }), [notFoundText])
  return <Redirect to="/" replace />
}

/** Remounts the page for other params; redirects `/Contacts` to `/contacts`, the path that other code compares with. */
function RoutePage({ route, params }: RouteMatch) {
  const path = usePath()
  const query = useQuery().toString()
  const canonicalPath = inject(route.path, params)
  if (path !== canonicalPath && path !== `${canonicalPath}/`)
    return <Redirect to={query ? `${canonicalPath}?${query}` : canonicalPath} replace />
  return <Screen key={Object.values(params).join('/')} load={route.load} texts={route.texts} />
}

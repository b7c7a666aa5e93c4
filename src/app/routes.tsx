import { useEffect } from 'react'
import { inject, parse } from 'regexparam'
import { type AroundNavHandler, type DefaultParams, matchRoute, Redirect, Route, Switch } from 'wouter'
import { type PageComponent, type PageRow, pageRows } from '../../contract/pages.ts'
import type { Settings } from '../../contract/settings.ts'
import { useText } from '../platform/language/index.ts'
import { usePath, useQuery } from '../platform/navigation/index.ts'
import { showSnack } from '../platform/notices/index.ts'
import { useSettings } from '../platform/theme/index.ts'
import { type LoadPage, Screen } from './routing/Screen.tsx'

/** Describes a page with its code. */
export interface AppRoute extends PageRow {
  load: LoadPage
}

/** Imports the code of each page. Each is a separate chunk, imported only here. */
const loaders: Readonly<Record<PageComponent, LoadPage>> = {
  HomePage: () => import('../features/events/HomePage.tsx').then((it) => it.HomePage),
  EventPage: () => import('../features/event-page/EventPage.tsx').then((it) => it.EventPage),
  SelfiePage: () => import('../features/selfie/SelfiePage.tsx').then((it) => it.SelfiePage),
  FramePage: () => import('../features/frames/FramePage.tsx').then((it) => it.FramePage),
  SearchPage: () => import('../features/event-list/SearchPage.tsx').then((it) => it.SearchPage),
  ResultsPage: () => import('../features/search/ResultsPage.tsx').then((it) => it.ResultsPage),
  SharedPage: () => import('../features/search/share/SharedPage.tsx').then((it) => it.SharedPage),
  CartPage: () => import('../features/cart/CartPage.tsx').then((it) => it.CartPage),
  CheckoutPage: () => import('../features/checkout/CheckoutPage.tsx').then((it) => it.CheckoutPage),
  OrderCompletePage: () =>
    import('../features/orders/OrderCompletePage.tsx').then((it) => it.OrderCompletePage),
  OrdersPage: () => import('../features/orders/OrdersPage.tsx').then((it) => it.OrdersPage),
  OrderPage: () => import('../features/orders/OrderPage.tsx').then((it) => it.OrderPage),
  AccountPage: () => import('../features/account/AccountPage.tsx').then((it) => it.AccountPage),
  AccountOrderPage: () =>
    import('../features/account/AccountOrderPage.tsx').then((it) => it.AccountOrderPage),
  GiftPage: () => import('../features/gifts/GiftPage.tsx').then((it) => it.GiftPage),
  ChooseEventPage: () => import('../features/launch/ChooseEventPage.tsx').then((it) => it.ChooseEventPage),
  MyOrderPage: () => import('../features/launch/MyOrderPage.tsx').then((it) => it.MyOrderPage),
  UnsubscribePage: () => import('../features/call-me/UnsubscribePage.tsx').then((it) => it.UnsubscribePage),
  ContactsPage: () => import('../features/requests/ContactsPage.tsx').then((it) => it.ContactsPage),
  PartnersPage: () => import('../features/requests/PartnersPage.tsx').then((it) => it.PartnersPage),
  DemoPage: () => import('../features/demo/DemoPage.tsx').then((it) => it.DemoPage),
  KitPage: () => import('../ui/kit/KitPage.tsx').then((it) => it.KitPage),
}

/** Lists all pages with their paths. A navigation between two paths of one page does not remount it. */
export const allRoutes: readonly AppRoute[] = pageRows.map((row) =>
  Object.assign({ load: loaders[row.component] }, row),
)

/** Returns whether a tenant has a page. */
export function isRouteShown({ tenants }: AppRoute, settings: Settings): boolean {
  if (tenants === 'demo') return settings.demo
  return tenants !== 'partners' || !settings.hidePartnerPages
}

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
        .filter((route) => isRouteShown(route, settings))
        .map((route) => (
          // paths of one page share a key, so that React does not remount it
          <Route key={route.isSeparate ? route.path : route.component} path={route.path}>
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

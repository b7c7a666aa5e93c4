import { useLayoutEffect } from 'react'
import type { Settings } from '../../contract/settings.ts'
import { PageParams, useNavigate, usePath } from '../platform/navigation/index.ts'
import { useSettings } from '../platform/theme/index.ts'
import { type LoadPage, Screen } from './Screen.tsx'

export interface AppRoute {
  path: string
  load: LoadPage
  /** Pages without a name have no foot. */
  name?: string
  /** Where back leads when the page before is not the app's; home has none. */
  back?: string
  /** The texts of the first load are all that the page needs. */
  firstTexts?: boolean
  shown?: (settings: Settings) => boolean
}

// each page is a chunk of its own, and this is the only place that asks for it
const home = () => import('../features/events/HomePage.tsx').then((it) => it.HomePage)
const event = () => import('../features/events/EventPage.tsx').then((it) => it.EventPage)
const selfie = () => import('../features/selfie/SelfiePage.tsx').then((it) => it.SelfiePage)
const frame = () => import('../features/frames/FramePage.tsx').then((it) => it.FramePage)
const search = () => import('../features/search/SearchPage.tsx').then((it) => it.SearchPage)
const results = () => import('../features/search/ResultsPage.tsx').then((it) => it.ResultsPage)
const shared = () => import('../features/search/SharedPage.tsx').then((it) => it.SharedPage)
const cart = () => import('../features/cart/CartPage.tsx').then((it) => it.CartPage)
const checkout = () => import('../features/checkout/CheckoutPage.tsx').then((it) => it.CheckoutPage)
const orderComplete = () =>
  import('../features/orders/OrderCompletePage.tsx').then((it) => it.OrderCompletePage)
const orders = () => import('../features/orders/OrdersPage.tsx').then((it) => it.OrdersPage)
const order = () => import('../features/orders/OrderPage.tsx').then((it) => it.OrderPage)
const account = () => import('../features/account/AccountPage.tsx').then((it) => it.AccountPage)
const accountOrder = () =>
  import('../features/account/AccountOrderPage.tsx').then((it) => it.AccountOrderPage)
const gift = () => import('../features/gifts/GiftPage.tsx').then((it) => it.GiftPage)
const choose = () => import('../features/launch/ChooseEventPage.tsx').then((it) => it.ChooseEventPage)
const myOrder = () => import('../features/launch/MyOrderPage.tsx').then((it) => it.MyOrderPage)
const contacts = () => import('../features/requests/ContactsPage.tsx').then((it) => it.ContactsPage)
const partners = () => import('../features/requests/PartnersPage.tsx').then((it) => it.PartnersPage)
const demo = () => import('../features/demo/DemoPage.tsx').then((it) => it.DemoPage)
const kit = () => import('../ui/kit/KitPage.tsx').then((it) => it.KitPage)

const forPartners = (settings: Settings) => !settings.hidePartnerPages
const inDemo = (settings: Settings) => settings.demo

/** Every page and its address. Two addresses of one page keep it on the screen when one follows the other. */
const allRoutes: readonly AppRoute[] = [
  { path: '/', name: 'home', load: home, firstTexts: true },
  { path: '/event/:id', load: event, back: '/' },
  { path: '/event/:id/video', load: event, back: '/' },
  { path: '/event/:id/photos', load: event, back: '/' },
  { path: '/event/:id/report', load: event, back: '/' },
  { path: '/event/:id/my', load: event, back: '/' },
  { path: '/event/:id/selfie', load: selfie, back: '/event/:id' },
  { path: '/event/:id/frame', load: frame, back: '/event/:id' },
  { path: '/search', load: search, back: '/' },
  { path: '/search/:id/:number', load: results, back: '/event/:id' },
  { path: '/search/:id/:number/video', load: results, back: '/event/:id' },
  { path: '/shared/:id', load: shared, back: '/' },
  { path: '/cart', name: 'cart', load: cart, back: '/' },
  { path: '/order', load: checkout, back: '/cart' },
  { path: '/order-complete', load: orderComplete },
  { path: '/order-failed', load: orderComplete },
  { path: '/order/:id', name: 'order-paid', load: order },
  { path: '/preorder/:id', name: 'preorder-paid', load: order },
  { path: '/gift', name: 'gift', load: gift, back: '/' },
  { path: '/gift/:id', name: 'gift-of-event', load: gift, back: '/event/:id' },
  { path: '/orders', name: 'device-orders', load: orders, back: '/' },
  { path: '/my-account', name: 'my-account', load: account, back: '/' },
  { path: '/my-account/orders', name: 'my-orders', load: account, back: '/' },
  { path: '/my-account/order/:id', name: 'my-order', load: accountOrder, back: '/my-account/orders' },
  { path: '/share', load: choose, back: '/' },
  { path: '/find', load: choose, back: '/' },
  { path: '/my-order', load: myOrder, back: '/' },
  { path: '/contacts', name: 'contacts', load: contacts },
  // pages of their own, though of one chunk
  { path: '/for-photographers', name: 'photographers', load: () => partners(), shown: forPartners },
  { path: '/for-organizers', name: 'organizers', load: () => partners(), shown: forPartners },
  { path: '/for-business', name: 'business', load: () => partners(), shown: forPartners },
  { path: '/demo', name: 'demo', load: demo, back: '/', shown: inDemo },
  { path: '/demo/kit', load: kit, back: '/demo', shown: inDemo },
]

interface Found {
  route: AppRoute
  params: Readonly<Record<string, string>>
}

const patterns = allRoutes.map((route) => {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  return { route, names, pattern: new RegExp(`^${route.path.replace(/:\w+/g, '([^/]+)')}/?$`) }
})

/** The page of an address; undefined for what is no page of the app. */
export function findRoute(path: string): Found | undefined {
  for (const { route, names, pattern } of patterns) {
    const match = pattern.exec(path)
    if (!match) continue
    const params = Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? '']))
    return { route, params }
  }
  return undefined
}

/** Fills the `:names` of a path. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
}

/** Shows the page of the address; any other address leads home. */
export function Routes() {
  const path = usePath()
  const settings = useSettings()
  const found = findRoute(path)
  if (!found || found.route.shown?.(settings) === false) return <Home />
  const { route, params } = found
  const names = Object.values(params).join('/')
  return (
    <PageParams value={params}>
      <Screen
        key={`${allRoutes.findIndex((each) => each.load === route.load)}/${names}`}
        load={route.load}
        firstTexts={route.firstTexts}
      />
    </PageParams>
  )
}

/** Leads home. */
function Home() {
  const navigate = useNavigate()
  useLayoutEffect(() => navigate('/', { replace: true }), [navigate])
  return null
}

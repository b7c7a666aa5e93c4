// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Settings } from '../../contract/settings.ts'
import { skipPauses } from '../../tests/skip-pauses.ts'
import { cartCount, countItems } from '../features/cart/count.ts'
import { signedIn } from '../platform/identity/index.ts'
import { FeedbackSheet } from './FeedbackSheet.tsx'
import { loadNothing, makeWindow, showInShell } from './in-shell.tsx'
import { Menu } from './Menu.tsx'
import { TopBar } from './TopBar.tsx'

beforeEach(() => makeWindow(1440))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const listLinks = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'))
const menu = () => listLinks(screen.getByRole('navigation', { name: /main menu/i }))

const all = ['/', '/for-photographers', '/for-organizers', '/for-business', '/contacts']

test.each<[string, Partial<Settings>, string[]]>([
  ['every tenant', {}, all],
  ['a sister brand that hides the partner pages', { hidePartnerPages: true }, ['/', '/contacts']],
  ['the US variant', { photofinishUSA: true, languages: ['en'] }, ['/', '/contacts']],
  ['a demo', { demo: true }, [...all, '/demo']],
  ['a demo of the US variant', { demo: true, photofinishUSA: true }, ['/', '/contacts']],
])('the main menu of %s', async (_which, own, paths) => {
  await showInShell(<TopBar />, { own })
  expect(menu()).toEqual(paths)
})

test('marks the entry of the open page, that of participants on all their pages', async () => {
  await showInShell(<TopBar />, { path: '/event/e1' })
  const current = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
  expect(current.map((link) => link.getAttribute('href'))).toEqual(['/'])
})

test('a signed-in user has the account in the menu and its icon; in the US the icon only', async () => {
  const ways = () => screen.queryAllByRole('link', { name: 'Your account' })
  await showInShell(<TopBar />)
  expect(ways()).toEqual([])
  cleanup()
  signedIn.write({ subject: 's', email: 'anna@mail.example' })
  await showInShell(<TopBar />)
  expect(menu()).toEqual([...all.slice(0, -1), '/my-account', '/contacts'])
  expect(ways().map((way) => way.getAttribute('href'))).toEqual(['/my-account', '/my-account'])
  cleanup()
  await showInShell(<TopBar />, { own: { photofinishUSA: true } })
  expect([menu(), ways().length]).toEqual([['/', '/contacts'], 1])
  signedIn.remove()
})

const picker = () => screen.queryByRole('combobox', { name: 'Language' })

test('the language picker offers the tenant’s languages, and is hidden for one language or in the US', async () => {
  await showInShell(<TopBar />, { own: { languages: ['ru', 'en'] } })
  expect([...(picker()?.querySelectorAll('option') ?? [])].map((option) => option.textContent)).toEqual([
    'Русский',
    'English',
  ])
  cleanup()
  await showInShell(<TopBar />, { own: { languages: ['en'] } })
  expect(picker()).toBeNull()
  cleanup()
  await showInShell(<TopBar />, { own: { photofinishUSA: true } })
  expect(picker()).toBeNull()
})

test('the cart button does nothing on the cart page', async () => {
  await showInShell(<TopBar />, { path: '/cart' })
  // `true`: the navigation was not prevented
  expect(fireEvent.click(screen.getByRole('link', { name: /^Cart/ }))).toBe(false)
  cleanup()
  await showInShell(<TopBar />, { path: '/contacts' })
  const link = screen.getByRole('link', { name: /^Cart/ })
  link.addEventListener('click', (event) => event.stopPropagation())
  expect(link.getAttribute('href')).toBe('/cart')
  expect(fireEvent.click(link)).toBe(true)
})

test('the badge of the cart counts the items, and the gift codes of one event once', async () => {
  const item = (productType: 'photo' | 'video' | 'promocode', eventId: string) => ({
    ...{ product: { productType }, eventId },
  })
  const items = [item('photo', 'e1'), item('video', 'e1'), item('promocode', 'e1'), item('promocode', 'e1')]
  cartCount.write(countItems([...items, item('promocode', 'e2')]))
  await showInShell(<TopBar />, { path: '/contacts' })
  expect(screen.getByRole('link', { name: /^Cart/ }).textContent).toBe('4')
  cleanup()
  cartCount.write(0)
  await showInShell(<TopBar />, { path: '/contacts' })
  expect(screen.getByRole('link', { name: /^Cart/ }).textContent).toBe('')
})

test('the back button leads to the parent page; home and partner pages have the menu instead', async () => {
  makeWindow(390)
  for (const [path, above] of [
    ['/event/e1/selfie', '/event/e1'],
    ['/search/e1/128', '/event/e1'],
    ['/order', '/cart'],
    ['/my-account/order/o1', '/my-account/orders'],
  ] as const) {
    await showInShell(<TopBar />, { path })
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(location.pathname).toBe(above))
    cleanup()
  }
  for (const path of ['/', '/for-business']) {
    await showInShell(<TopBar />, { path })
    expect([path, screen.queryByRole('button', { name: 'Back' })]).toEqual([path, null])
    expect(screen.getByRole('button', { name: /menu/i }).getAttribute('aria-haspopup')).toBe('dialog')
    cleanup()
  }
})

const outward = { backURL: 'https://race.example/', useAppBarDefault: false, backFromHome: true }

test('the themed bar has its own logo and an arrow out of home', async () => {
  await showInShell(<TopBar />, { own: { ...outward, logo: '/logo.svg' } })
  expect(screen.getByRole('link', { name: 'Back to the site' }).getAttribute('href')).toBe(
    'https://race.example/',
  )
  const logo = screen.getByRole('link', { name: 'Photofinish, home' })
  expect([logo.getAttribute('href'), logo.querySelector('img')?.getAttribute('src')]).toEqual([
    '/',
    '/logo.svg',
  ])
})

test('a tenant with the default bar has the product’s logo and no way out', async () => {
  await showInShell(<TopBar />, { own: { ...outward, logo: '/logo.svg', useAppBarDefault: true } })
  expect(screen.queryByRole('link', { name: 'Back to the site' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Photofinish, home' }).querySelector('img')).toBeNull()
})

test('the US variant leads out of home in English', async () => {
  await showInShell(<TopBar />, { own: { ...outward, photofinishUSA: true } })
  expect(screen.getByRole('link', { name: 'Back to the site' }).textContent).toBe('Back to the site')
})

test('on a phone the label of the way out is that of its arrow', async () => {
  makeWindow(390)
  await showInShell(<TopBar />, {
    own: { ...outward, photofinishUSA: true, backLabel: 'Back to Race Weekend' },
  })
  const link = screen.getByRole('link', { name: 'Back to Race Weekend' })
  expect([link.textContent, link.getAttribute('href')]).toEqual(['', 'https://race.example/'])
})

const services = [
  { title: 'Running events', url: 'https://runs.example/' },
  { title: 'Photos', url: 'https://photos.example/' },
]
const widget = 'https://feedback.example/form'

test('wide screens list the other services and the bug report under “More”', async () => {
  await showInShell(<TopBar />, { own: { serviceSwitch: services, feedbackWidgetUrl: widget } })
  const more = () => screen.getByRole('button', { name: 'More' })
  fireEvent.click(await screen.findByRole('button', { name: 'More' }))
  const first = await screen.findByRole('link', { name: 'Running events' })
  expect(first.getAttribute('href')).toBe('https://runs.example/')
  await waitFor(() => expect(document.activeElement).toBe(first))
  expect(screen.getByRole('button', { name: 'Report a bug' })).toBeTruthy()
  fireEvent.keyDown(first, { key: 'Escape' })
  expect(screen.queryByRole('link', { name: 'Running events' })).toBeNull()
  expect([document.activeElement, more().getAttribute('aria-expanded')]).toEqual([more(), 'false'])
  fireEvent.keyDown(more(), { key: 'Enter' })
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Running events' })),
  )
  fireEvent.pointerDown(document.body)
  fireEvent.pointerUp(document.body)
  expect(screen.queryByRole('link', { name: 'Photos' })).toBeNull()
  fireEvent.click(more())
  fireEvent.click(await screen.findByRole('button', { name: 'Report a bug' }))
  expect(screen.queryByRole('button', { name: 'Report a bug' })).toBeNull()
})

test('hovering over “More” opens and closes it without moving the focus; a click keeps it open', async () => {
  await showInShell(
    <>
      <input aria-label="search" />
      <TopBar />
    </>,
    { own: { serviceSwitch: services } },
  )
  // leaving closes it after a pause
  skipPauses(250)
  const more = () => screen.getByRole('button', { name: 'More' })
  const field = screen.getByRole('textbox', { name: 'search' })
  const hoverMore = () =>
    fireEvent.pointerEnter(more().parentElement as HTMLElement, { pointerType: 'mouse' })
  const leave = () => fireEvent.pointerLeave(more().parentElement as HTMLElement, { pointerType: 'mouse' })
  const opened = () => screen.findByRole('link', { name: 'Running events' })
  const closed = () =>
    waitFor(() => expect(screen.queryByRole('link', { name: 'Running events' })).toBeNull())
  await screen.findByRole('button', { name: 'More' })
  field.focus()
  hoverMore()
  await opened()
  leave()
  await closed()
  hoverMore()
  await opened()
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'Escape' })
  await closed()
  hoverMore()
  await opened()
  fireEvent.click(more())
  leave()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Running events' })),
  )
  expect(more().getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(more())
  await closed()
})

test('hides “More” when it is empty or beside private pages', async () => {
  await showInShell(<TopBar />)
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
  cleanup()
  for (const path of ['/order', '/order/o1', '/preorder/p1', '/order-complete', '/my-account/orders']) {
    await showInShell(<TopBar />, { path, own: { feedbackWidgetUrl: widget } })
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
    cleanup()
  }
})

test('the drawer has the menu, the language, the other services and the bug report', async () => {
  const close = vi.fn()
  await showInShell(<Menu onClose={close} />, {
    own: { serviceSwitch: services, feedbackWidgetUrl: widget, hidePartnerPages: true },
  })
  const drawer = screen.getByRole('dialog')
  expect(listLinks(drawer)).toEqual(
    expect.arrayContaining(['/', '/contacts', 'https://runs.example/', 'https://photos.example/']),
  )
  expect(listLinks(drawer)).not.toContain('/for-business')
  expect(picker()).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Report a bug' }))
  expect(close).toHaveBeenCalledOnce()
})

test('the drawer of the US variant has home and contacts, and no language', async () => {
  await showInShell(<Menu onClose={vi.fn()} />, { own: { photofinishUSA: true } })
  expect(menu()).toEqual(expect.arrayContaining(['/', '/contacts']))
  expect(menu().some((href) => href?.startsWith('/for-'))).toBe(false)
  expect(picker()).toBeNull()
})

test('the widget loads in a frame when its sheet opens', async () => {
  loadNothing()
  await showInShell(<TopBar />, { own: { feedbackWidgetUrl: widget } })
  expect(document.querySelector('iframe, script[src]')).toBeNull()
  cleanup()
  await showInShell(<FeedbackSheet />, { own: { feedbackWidgetUrl: widget } })
  const frame = screen.getByTitle('Feedback form')
  expect(frame.getAttribute('src')).toBe(widget)
  expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer')
  const sandbox = frame.getAttribute('sandbox')?.split(' ')
  expect(sandbox).toContain('allow-scripts')
  expect(sandbox).not.toContain('allow-same-origin')
  const inWindow = screen.getByRole('link', { name: 'Open in a new window' })
  expect(inWindow.getAttribute('href')).toBe(widget)
})

test('the drawer of the US variant holds home and contacts, and nothing else', async () => {
  makeWindow(390)
  const own = { photofinishUSA: true, serviceSwitch: services, feedbackWidgetUrl: widget }
  await showInShell(<Menu onClose={() => {}} />, { own })
  const nav = screen.getByRole('navigation', { name: /main menu/i })
  expect(listLinks(nav)).toEqual(['/', '/contacts'])
  expect(screen.queryByRole('link', { name: 'Running events' })).toBeNull()
  expect(screen.queryByRole('button', { name: /forget|report|install/i })).toBeNull()
  expect(screen.queryByRole('radiogroup')).toBeNull()
})

// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Settings } from '../../../contract/settings.ts'
import { skipPauses } from '../../../tests/skip-pauses.ts'
import {
  disableScriptLoading,
  renderInShell,
  setWindowWidth,
} from '../../../tests/support/browser/render-in-shell.tsx'
import { cartCount, countItems } from '../../features/cart/count.ts'
import { signedInUser } from '../../platform/identity/index.ts'
import { FeedbackSheet } from './FeedbackSheet.tsx'
import { Menu } from './Menu.tsx'
import { TopBar } from './TopBar.tsx'

beforeEach(() => setWindowWidth(1440))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const listLinks = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'))
const listMenuLinks = () => listLinks(screen.getByRole('navigation', { name: /main menu/i }))

const allMenuPaths = ['/', '/for-photographers', '/for-organizers', '/for-business', '/contacts']

test.each<[string, Partial<Settings>, string[]]>([
  ['every tenant', {}, allMenuPaths],
  ['a sister brand that hides the partner pages', { hidePartnerPages: true }, ['/', '/contacts']],
  ['the US variant', { photofinishUSA: true, languages: ['en'] }, ['/', '/contacts']],
  ['a demo', { demo: true }, [...allMenuPaths, '/demo']],
  ['a demo of the US variant', { demo: true, photofinishUSA: true }, ['/', '/contacts']],
])('the main menu of %s', async (_which, own, paths) => {
  await renderInShell(<TopBar />, { overrides: own })
  expect(listMenuLinks()).toEqual(paths)
})

test('marks the entry of the open page, that of participants on all their pages', async () => {
  await renderInShell(<TopBar />, { path: '/event/e1' })
  const current = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
  expect(current.map((link) => link.getAttribute('href'))).toEqual(['/'])
})

test('a signed-in user has the account in the menu and its icon; in the US the icon only', async () => {
  const findAccountLinks = () => screen.queryAllByRole('link', { name: 'Your account' })
  await renderInShell(<TopBar />)
  expect(findAccountLinks()).toEqual([])
  cleanup()
  signedInUser.write({ subject: 's', email: 'anna@mail.example' })
  await renderInShell(<TopBar />)
  expect(listMenuLinks()).toEqual([...allMenuPaths.slice(0, -1), '/my-account', '/contacts'])
  expect(findAccountLinks().map((link) => link.getAttribute('href'))).toEqual(['/my-account', '/my-account'])
  cleanup()
  await renderInShell(<TopBar />, { overrides: { photofinishUSA: true } })
  expect([listMenuLinks(), findAccountLinks().length]).toEqual([['/', '/contacts'], 1])
  signedInUser.remove()
})

const findLanguagePicker = () => screen.queryByRole('combobox', { name: 'Language' })

test('the language picker offers the tenant’s languages, and is hidden for one language or in the US', async () => {
  await renderInShell(<TopBar />, { overrides: { languages: ['ru', 'en'] } })
  expect(
    [...(findLanguagePicker()?.querySelectorAll('option') ?? [])].map((option) => option.textContent),
  ).toEqual(['Русский', 'English'])
  cleanup()
  await renderInShell(<TopBar />, { overrides: { languages: ['en'] } })
  expect(findLanguagePicker()).toBeNull()
  cleanup()
  await renderInShell(<TopBar />, { overrides: { photofinishUSA: true } })
  expect(findLanguagePicker()).toBeNull()
})

test('the cart button does nothing on the cart page', async () => {
  await renderInShell(<TopBar />, { path: '/cart' })
  // `true`: the navigation was not prevented
  expect(fireEvent.click(screen.getByRole('link', { name: /^Cart/ }))).toBe(false)
  cleanup()
  await renderInShell(<TopBar />, { path: '/contacts' })
  const link = screen.getByRole('link', { name: /^Cart/ })
  link.addEventListener('click', (event) => event.stopPropagation())
  expect(link.getAttribute('href')).toBe('/cart')
  expect(fireEvent.click(link)).toBe(true)
})

test('the badge of the cart counts the items, and the gift codes of one event once', async () => {
  const createItem = (productType: 'photo' | 'video' | 'promocode', eventId: string) => ({
    ...{ product: { productType }, eventId },
  })
  const items = [
    createItem('photo', 'e1'),
    createItem('video', 'e1'),
    createItem('promocode', 'e1'),
    createItem('promocode', 'e1'),
  ]
  cartCount.write(countItems([...items, createItem('promocode', 'e2')]))
  await renderInShell(<TopBar />, { path: '/contacts' })
  expect(screen.getByRole('link', { name: /^Cart/ }).textContent).toBe('4')
  cleanup()
  cartCount.write(0)
  await renderInShell(<TopBar />, { path: '/contacts' })
  expect(screen.getByRole('link', { name: /^Cart/ }).textContent).toBe('')
})

test('the back button leads to the parent page; home and partner pages have the menu alone', async () => {
  setWindowWidth(390)
  for (const [path, parentPath] of [
    ['/event/e1/selfie', '/event/e1'],
    ['/search/e1/128', '/event/e1'],
    ['/order', '/cart'],
    ['/my-account/order/o1', '/my-account/orders'],
  ] as const) {
    await renderInShell(<TopBar />, { path })
    const back = screen.getByRole('button', { name: 'Back' })
    expect(back.nextElementSibling).toBe(screen.getByRole('button', { name: /menu/i }))
    fireEvent.click(back)
    await waitFor(() => expect(location.pathname).toBe(parentPath))
    cleanup()
  }
  for (const path of ['/', '/for-business']) {
    await renderInShell(<TopBar />, { path })
    expect([path, screen.queryByRole('button', { name: 'Back' })]).toEqual([path, null])
    expect(screen.getByRole('button', { name: /menu/i }).getAttribute('aria-haspopup')).toBe('dialog')
    cleanup()
  }
})

const exitSettings = { backURL: 'https://race.example/', useAppBarDefault: false, backFromHome: true }

test('the themed bar has its own logo and an arrow out of home', async () => {
  await renderInShell(<TopBar />, { overrides: { ...exitSettings, logo: '/logo.svg' } })
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
  await renderInShell(<TopBar />, {
    overrides: { ...exitSettings, logo: '/logo.svg', useAppBarDefault: true },
  })
  expect(screen.queryByRole('link', { name: 'Back to the site' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Photofinish, home' }).querySelector('img')).toBeNull()
})

test('the US variant leads out of home in English', async () => {
  await renderInShell(<TopBar />, { overrides: { ...exitSettings, photofinishUSA: true } })
  expect(screen.getByRole('link', { name: 'Back to the site' }).textContent).toBe('Back to the site')
})

test('on a phone the label of the way out is that of its arrow', async () => {
  setWindowWidth(390)
  await renderInShell(<TopBar />, {
    overrides: { ...exitSettings, photofinishUSA: true, backLabel: 'Back to Race Weekend' },
  })
  const link = screen.getByRole('link', { name: 'Back to Race Weekend' })
  expect([link.textContent, link.getAttribute('href')]).toEqual(['', 'https://race.example/'])
})

const services = [
  { title: 'Running events', url: 'https://runs.example/' },
  { title: 'Photos', url: 'https://photos.example/' },
]
const widgetUrl = 'https://feedback.example/form'

test('wide screens list the other services and the bug report under “More”', async () => {
  await renderInShell(<TopBar />, { overrides: { serviceSwitch: services, feedbackWidgetUrl: widgetUrl } })
  const getMoreButton = () => screen.getByRole('button', { name: 'More' })
  fireEvent.click(await screen.findByRole('button', { name: 'More' }))
  const firstLink = await screen.findByRole('link', { name: 'Running events' })
  expect(firstLink.getAttribute('href')).toBe('https://runs.example/')
  await waitFor(() => expect(document.activeElement).toBe(firstLink))
  expect(screen.getByRole('button', { name: 'Report a bug' })).toBeTruthy()
  fireEvent.keyDown(firstLink, { key: 'Escape' })
  expect(screen.queryByRole('link', { name: 'Running events' })).toBeNull()
  expect([document.activeElement, getMoreButton().getAttribute('aria-expanded')]).toEqual([
    getMoreButton(),
    'false',
  ])
  fireEvent.keyDown(getMoreButton(), { key: 'Enter' })
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Running events' })),
  )
  fireEvent.pointerDown(document.body)
  fireEvent.pointerUp(document.body)
  expect(screen.queryByRole('link', { name: 'Photos' })).toBeNull()
  fireEvent.click(getMoreButton())
  fireEvent.click(await screen.findByRole('button', { name: 'Report a bug' }))
  expect(screen.queryByRole('button', { name: 'Report a bug' })).toBeNull()
})

test('hovering over “More” opens and closes it without moving the focus; a click keeps it open', async () => {
  await renderInShell(
    <>
      <input aria-label="search" />
      <TopBar />
    </>,
    { overrides: { serviceSwitch: services } },
  )
  // leaving closes it after a pause
  skipPauses(250)
  const getMoreButton = () => screen.getByRole('button', { name: 'More' })
  const field = screen.getByRole('textbox', { name: 'search' })
  const hoverMore = () =>
    fireEvent.pointerEnter(getMoreButton().parentElement as HTMLElement, { pointerType: 'mouse' })
  const leaveMore = () =>
    fireEvent.pointerLeave(getMoreButton().parentElement as HTMLElement, { pointerType: 'mouse' })
  const waitForOpen = () => screen.findByRole('link', { name: 'Running events' })
  const waitForClosed = () =>
    waitFor(() => expect(screen.queryByRole('link', { name: 'Running events' })).toBeNull())
  await screen.findByRole('button', { name: 'More' })
  field.focus()
  hoverMore()
  await waitForOpen()
  leaveMore()
  await waitForClosed()
  hoverMore()
  await waitForOpen()
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'Escape' })
  await waitForClosed()
  hoverMore()
  await waitForOpen()
  fireEvent.click(getMoreButton())
  leaveMore()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Running events' })),
  )
  expect(getMoreButton().getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(getMoreButton())
  await waitForClosed()
})

test('hides “More” when it is empty or beside private pages', async () => {
  await renderInShell(<TopBar />)
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
  cleanup()
  for (const path of ['/order', '/order/o1', '/preorder/p1', '/order-complete', '/my-account/orders']) {
    await renderInShell(<TopBar />, { path, overrides: { feedbackWidgetUrl: widgetUrl } })
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
    cleanup()
  }
})

test('the drawer has the menu, the language, the other services and the bug report', async () => {
  const onClose = vi.fn()
  await renderInShell(<Menu onClose={onClose} />, {
    overrides: { serviceSwitch: services, feedbackWidgetUrl: widgetUrl, hidePartnerPages: true },
  })
  const drawer = screen.getByRole('dialog')
  expect(listLinks(drawer)).toEqual(
    expect.arrayContaining(['/', '/contacts', 'https://runs.example/', 'https://photos.example/']),
  )
  expect(listLinks(drawer)).not.toContain('/for-business')
  expect(findLanguagePicker()).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Report a bug' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('the drawer of the US variant has home and contacts, and no language', async () => {
  await renderInShell(<Menu onClose={vi.fn()} />, { overrides: { photofinishUSA: true } })
  expect(listMenuLinks()).toEqual(expect.arrayContaining(['/', '/contacts']))
  expect(listMenuLinks().some((href) => href?.startsWith('/for-'))).toBe(false)
  expect(findLanguagePicker()).toBeNull()
})

test('the widget loads in a frame when its sheet opens', async () => {
  disableScriptLoading()
  await renderInShell(<TopBar />, { overrides: { feedbackWidgetUrl: widgetUrl } })
  expect(document.querySelector('iframe, script[src]')).toBeNull()
  cleanup()
  await renderInShell(<FeedbackSheet />, { overrides: { feedbackWidgetUrl: widgetUrl } })
  const frame = screen.getByTitle('Feedback form')
  expect(frame.getAttribute('src')).toBe(widgetUrl)
  expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer')
  const sandbox = frame.getAttribute('sandbox')?.split(' ')
  expect(sandbox).toContain('allow-scripts')
  expect(sandbox).not.toContain('allow-same-origin')
  const windowLink = screen.getByRole('link', { name: 'Open in a new window' })
  expect(windowLink.getAttribute('href')).toBe(widgetUrl)
})

test('the drawer of the US variant holds home and contacts, and nothing else', async () => {
  setWindowWidth(390)
  const own = { photofinishUSA: true, serviceSwitch: services, feedbackWidgetUrl: widgetUrl }
  await renderInShell(<Menu onClose={() => {}} />, { overrides: own })
  const nav = screen.getByRole('navigation', { name: /main menu/i })
  expect(listLinks(nav)).toEqual(['/', '/contacts'])
  expect(screen.queryByRole('link', { name: 'Running events' })).toBeNull()
  expect(screen.queryByRole('button', { name: /forget|report|install/i })).toBeNull()
  expect(screen.queryByRole('radiogroup')).toBeNull()
})

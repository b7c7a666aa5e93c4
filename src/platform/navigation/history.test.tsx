// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Link, Route, Router, Switch } from 'wouter'
import { replaceByCanonicalUrl } from './history.ts'
import { pageLocation } from './use-navigate.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('changes the history once for each navigation, and loads the page where the browser refuses more', () => {
  history.replaceState(null, '', '/')
  const replaceState = vi.spyOn(History.prototype, 'replaceState')
  render(
    <Router hook={pageLocation.hook}>
      <Link href="/cart">Cart</Link>
      <Link href="/contacts" replace>
        Contacts
      </Link>
    </Router>,
  )
  const depthBefore = (history.state as { depth: number } | null)?.depth ?? 0
  fireEvent.click(screen.getByText('Cart'))
  expect([location.pathname, history.state]).toEqual(['/cart', { depth: depthBefore + 1 }])
  fireEvent.click(screen.getByText('Contacts'))
  expect([location.pathname, history.state]).toEqual(['/contacts', { depth: depthBefore + 1 }])
  // the router keeps the functions that it found; a call of this one would be a second change
  expect(replaceState).not.toHaveBeenCalled()

  const load = vi.spyOn(location, 'assign').mockImplementation(() => {})
  vi.spyOn(history, 'pushState').mockImplementation(() => {
    throw new DOMException(
      'Attempt to use history.pushState() more than 100 times per 30 seconds',
      'SecurityError',
    )
  })
  fireEvent.click(screen.getByText('Cart'))
  expect(load).toHaveBeenCalledWith('/cart')
})

it('keeps a page whose path is replaced with its canonical one, until that path is left', async () => {
  history.replaceState(null, '', '/order-complete?mark=m')
  render(
    <Router hook={pageLocation.hook}>
      <Switch>
        <Route path="/order-complete">the return of the bank</Route>
        <Route path="/order/:id">the order</Route>
        <Route>another page</Route>
      </Switch>
    </Router>,
  )
  const push = (path: string) => act(() => history.pushState(null, '', path))
  const goBack = () => act(() => history.back())
  act(() => replaceByCanonicalUrl('/order/o1'))
  expect(location.pathname + location.search).toBe('/order/o1')
  push('/order/o1?file=f')
  expect(screen.getByText('the return of the bank')).toBeTruthy()
  goBack()
  await vi.waitFor(() => expect(location.search).toBe(''))
  expect(screen.getByText('the return of the bank')).toBeTruthy()
  push('/cart')
  expect(screen.getByText('another page')).toBeTruthy()
  goBack()
  expect(await screen.findByText('the order')).toBeTruthy()
})

// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Route, Router, Switch } from 'wouter'
import { replaceByCanonicalUrl } from './history.ts'
import { pageLocation } from './use-navigate.ts'

afterEach(cleanup)

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

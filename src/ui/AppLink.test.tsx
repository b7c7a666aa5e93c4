// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppLink, type AppLinkProps } from './AppLink.tsx'

beforeEach(() => history.replaceState(null, '', '/event/e1?photo=p1'))
afterEach(cleanup)

/** Clicks a link. @returns whether the browser would follow it, and the address after the click */
function click(props: AppLinkProps, init: MouseEventInit = {}) {
  let isFollowed = true
  const observe = (event: Event) => {
    isFollowed = !event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', observe, { once: true })
  render(<AppLink {...props}>Go</AppLink>)
  fireEvent.click(screen.getByText('Go'), init)
  cleanup()
  return [isFollowed, location.pathname + location.search]
}

test('a path of the host is followed without a reload', () => {
  const before = history.length
  expect(click({ href: '/cart?a=1' })).toEqual([false, '/cart?a=1'])
  expect(history.length).toBe(before + 1)
})

test('a link to the current address does nothing', () => {
  const before = history.length
  expect(click({ href: '/event/e1?photo=p1' })).toEqual([false, '/event/e1?photo=p1'])
  expect(history.length).toBe(before)
})

test.each<[string, AppLinkProps, MouseEventInit]>([
  ['another host', { href: 'https://other.example/cart' }, {}],
  ['another host without a scheme', { href: '//other.example/cart' }, {}],
  ['a mail address', { href: 'mailto:a@b.example' }, {}],
  ['a part of the page', { href: '#main' }, {}],
  ['a link with a target', { href: '/cart', target: '_blank' }, {}],
  ['a download', { href: '/cart', download: '' }, {}],
  ['a click with Ctrl', { href: '/cart' }, { ctrlKey: true }],
  ['a click with Shift', { href: '/cart' }, { shiftKey: true }],
  ['a click of the middle button', { href: '/cart' }, { button: 1 }],
])('%s is left to the browser', (_what, props, init) => {
  expect(click(props, init)).toEqual([true, '/event/e1?photo=p1'])
})

test('a handler of the link may keep it from being followed', () => {
  expect(click({ href: '/cart', onClick: (event) => event.preventDefault() })).toEqual([
    false,
    '/event/e1?photo=p1',
  ])
})

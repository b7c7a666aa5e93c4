// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  buildOrder,
  buildRefusal,
  renderOrderHeading,
  respondWithJson,
  tenantHeaders,
} from '../../../tests/support/browser/render-order.tsx'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import { getOrderCopy } from '../purchases/index.ts'
import { Order } from './Order.tsx'

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
})

const noAccessHeading = { level: 1, name: 'The order is not open here' } as const

test('a stored copy is not shown when the service refuses the order', async () => {
  getOrderCopy('o1').write({ order: buildOrder('Completed'), payments: [], toldOn: 0 })
  await renderOrderHeading(() => buildRefusal('OrderNotFound', 404))
  expect(await screen.findByRole('heading', noAccessHeading)).toBeTruthy()
  await vi.waitFor(() => expect(document.title).toMatch(/^The order is not open here — /))
})

test('a brand with accounts offers guests to sign in where an order has no access', async () => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async () => buildRefusal('OrderNotFound', 404))
  await renderPart(<Order orderId="o1" hasJustReturned={false} />, {
    path: '/order/o1',
    settings: {
      supportEmail: 'a@b.example',
      openId: { realm: 'races', clientId: 'storefront', flow: 'standard' },
    },
  })
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy()
})

describe('the link in an order e-mail', () => {
  const pathWithKey = '/order/o1#key=a-key'
  const renderOrder = (path: string) =>
    renderPart(<Order orderId="o1" hasJustReturned={false} />, {
      path,
      settings: { supportEmail: 'a@b.example' },
    })
  const acceptKey = () => new Response(null, { status: 204, headers: tenantHeaders })

  /** Answers like the service: the order opens once its key was exchanged. Returns the bodies of the exchanges. */
  function answerLikeService(exchange: () => Response) {
    const keys: unknown[] = []
    let isOpen = false
    vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
      if (address.endsWith('/orders/o1/devices')) {
        keys.push(JSON.parse(body as string))
        const response = exchange()
        isOpen ||= response.ok
        return response
      }
      if (address.endsWith('/orders/o1'))
        return isOpen ? respondWithJson(buildOrder('Canceled')) : buildRefusal('OrderNotFound', 404)
      if (address.includes('/payments?')) return respondWithJson({ items: [], count: 0, total: 0 })
      throw new TypeError('no network')
    })
    return keys
  }
  const canceledHeading = { level: 1, name: 'Order canceled' } as const

  test('opens the order, and its key is removed from the address and exchanged once', async () => {
    const keys = answerLikeService(acceptKey)
    await renderOrder(pathWithKey)
    expect(await screen.findByRole('heading', canceledHeading)).toBeTruthy()
    expect(location.href).toMatch(/\/order\/o1$/)
    expect(keys).toEqual([{ key: 'a-key' }])
    expect(localStorage.getItem('order.o1.key')).toBeNull()
    cleanup()
    await renderOrder('/order/o1')
    await screen.findByRole('heading', canceledHeading)
    expect(keys).toHaveLength(1)
  })

  test('stores its key on the device while the service does not answer', async () => {
    answerLikeService(() => {
      throw new TypeError('no network')
    })
    await renderOrder(pathWithKey)
    await screen.findByRole('heading', { level: 1, name: 'The order did not open' })
    expect(location.hash).toBe('')
    cleanup()
    const keys = answerLikeService(acceptKey)
    await renderOrder('/order/o1')
    expect(await screen.findByRole('heading', canceledHeading)).toBeTruthy()
    expect(keys).toEqual([{ key: 'a-key' }])
    expect(localStorage.getItem('order.o1.key')).toBeNull()
  })

  test('with an invalid key requests the order anyway, and the key is removed', async () => {
    answerLikeService(() => buildRefusal('OrderNotFound', 404))
    await renderOrder(pathWithKey)
    expect(await screen.findByRole('heading', noAccessHeading)).toBeTruthy()
    expect(localStorage.getItem('order.o1.key')).toBeNull()
  })

  test('works in a tab that shows the order already', async () => {
    answerLikeService(acceptKey)
    await renderOrder('/order/o1')
    await screen.findByRole('heading', noAccessHeading)
    history.replaceState(null, '', pathWithKey)
    window.dispatchEvent(new Event('hashchange'))
    expect(await screen.findByRole('heading', canceledHeading)).toBeTruthy()
  })
})

test('an order without access explains where it opens, and sends its letter again', async () => {
  let isSent = false
  const heading = await renderOrderHeading(
    () => buildRefusal('OrderNotFound', 404),
    [],
    undefined,
    (address) => {
      if (!address.endsWith('/orders/o1/letter')) return undefined
      isSent = true
      return new Response(null, { status: 204, headers: tenantHeaders })
    },
  )
  expect(heading).toBe('The order is not open here')
  expect(screen.getByText(/on the device that paid for it, and by the link in the email/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Send the email again' }))
  expect(await screen.findByText(/^The email went to the address of the order/)).toBeTruthy()
  expect(isSent).toBe(true)
  expect(screen.queryByRole('button', { name: 'Send the email again' })).toBeNull()
})

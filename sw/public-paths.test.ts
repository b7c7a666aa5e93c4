import { expect, test } from 'vitest'
import { routeOf } from '../contract/call.ts'
import { listProducts } from '../contract/catalog.ts'
import { getEvent, listEvents } from '../contract/events.ts'
import { downloadReceipt } from '../contract/receipts.ts'
import { getSettings } from '../contract/settings.ts'
import { listThemeImages } from '../contract/themes.ts'
import { publicPaths, receiptPath } from './public-paths.ts'

test('the addresses that the service worker keeps are those of the contract', () => {
  expect(publicPaths).toEqual({
    events: routeOf(listEvents),
    themeImages: routeOf(listThemeImages),
    settings: routeOf(getSettings),
    products: routeOf(listProducts),
  })
  expect(receiptPath).toBe(routeOf(downloadReceipt))
  expect(routeOf(getEvent)).toBe(`${publicPaths.events}/:eventId`)
})

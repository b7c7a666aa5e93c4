import { expect, test } from 'vitest'
import { toRoute } from '../contract/call.ts'
import { listProducts } from '../contract/catalog.ts'
import { getEvent, listEvents } from '../contract/events.ts'
import { downloadReceipt } from '../contract/receipts.ts'
import { getSettings } from '../contract/settings.ts'
import { listThemeImages } from '../contract/themes.ts'
import { publicPaths, receiptPath } from './public-paths.ts'

test('the addresses that the service worker keeps are those of the contract', () => {
  expect(publicPaths).toEqual({
    events: toRoute(listEvents),
    themeImages: toRoute(listThemeImages),
    settings: toRoute(getSettings),
    products: toRoute(listProducts),
  })
  expect(receiptPath).toBe(toRoute(downloadReceipt))
  expect(toRoute(getEvent)).toBe(`${publicPaths.events}/:eventId`)
})

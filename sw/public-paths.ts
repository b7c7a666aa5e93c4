/**
 * Lists the URLs of the public calls that are cached on the device. They are written out, because importing the calls would add
 * their schemas to the worker. A test compares them with the contract.
 */
export const publicPaths = {
  events: '/public/events/api/v1/events',
  themeImages: '/public/themes/api/v1/themeImages',
  settings: '/public/settings/api/v1/settings',
  products: '/public/catalog/api/v1/catalog/products',
}

/** Names the only private URL that is cached: receipts, on devices where the page of their order has shown one. */
export const receiptPath = '/public/receipts/api/v1/receipts/download'

/**
 * Addresses of the public calls that are kept on the device. Written out, because the calls themselves would bring
 * their schemas into the worker; a test compares them with the contract.
 */
export const publicPaths = {
  events: '/public/events/api/v1/events',
  themeImages: '/public/themes/api/v1/themeImages',
  settings: '/public/settings/api/v1/settings',
  products: '/public/catalog/api/v1/catalog/products',
}

/** The one private address that is kept: what was paid, for those who know its invoice. */
export const receiptPath = '/public/receipts/api/v1/receipts/download'

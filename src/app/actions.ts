import { alertActions } from '../features/call-me/sync.ts'
import { cartActions } from '../features/cart/sync.ts'
import { checkoutActions } from '../features/checkout/sync.ts'
import { orderActions } from '../features/orders/sync.ts'
import { pushActions } from '../features/push/sync.ts'
import { requestActions } from '../features/requests/sync.ts'
import { searchActions } from '../features/search/sync.ts'
import { selfieActions } from '../features/selfie/sync.ts'
import { registerActions } from '../lib/outbox/register-actions.ts'

/** Registers the queued actions of all features, for the page and the service worker. */
export const actions = registerActions([
  ...alertActions,
  ...cartActions,
  ...checkoutActions,
  ...orderActions,
  ...pushActions,
  ...requestActions,
  ...searchActions,
  ...selfieActions,
])

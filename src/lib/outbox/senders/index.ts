import type { Senders } from '../types.ts'
import { cancelAlert, setAlert } from './alert.ts'
import { addToCart, applyPromo, removeFromCart, setCustomer } from './cart.ts'
import { checkOutCart } from './checkout.ts'
import { deleteSelfie } from './forget-selfie.ts'
import { sendItsMe } from './its-me.ts'
import { changeOrderEmail, resendOrderEmail } from './order.ts'
import { renewPushSubscription } from './push.ts'
import { sendForm } from './request.ts'
import { sendSelfie } from './selfie.ts'

/** Senders by kind of entry. */
export const senders: Senders = {
  selfie: sendSelfie,
  'selfie.forget': deleteSelfie,
  'cart.add': addToCart,
  'cart.remove': removeFromCart,
  'cart.promo': applyPromo,
  'cart.customer': setCustomer,
  checkout: checkOutCart,
  itsMe: sendItsMe,
  'order.letter': resendOrderEmail,
  'order.email': changeOrderEmail,
  'push.renew': renewPushSubscription,
  'alert.set': setAlert,
  'alert.cancel': cancelAlert,
  request: sendForm,
}

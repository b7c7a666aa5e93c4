export { normalCode } from './code.ts'
export { findGiftCodes, issueGifts, voidGifts } from './gifts.ts'
export {
  asPricingCode,
  createPromoCode,
  listPromoCodes,
  type NewPromoCode,
  PromoCodeRefused,
  redeemPromo,
  releasePromos,
  retakePromos,
  setPromoActive,
  usablePromo,
  whyUnusable,
} from './promo.ts'
export { findPromos, type PromoRow } from './store.ts'
export { limitTries } from './try-limit.ts'

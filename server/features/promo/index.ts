export { normalCode } from './code.ts'
export {
  asPricingCode,
  createPromoCode,
  listPromoCodes,
  type NewPromoCode,
  PromoCodeRefused,
  redeemPromo,
  releasePromos,
  retakePromos,
  usablePromo,
  whyUnusable,
} from './promo.ts'
export { findPromos, type PromoRow } from './store.ts'

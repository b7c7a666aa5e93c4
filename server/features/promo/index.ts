export { findGiftCodes, issueGifts, voidGifts } from './gifts.ts'
export { normalizeCode } from './normalize-code.ts'
export {
  createPromoCode,
  getPromoRefusal,
  listPromoCodes,
  type NewPromoCode,
  PromoCodeRefused,
  reclaimPromos,
  redeemPromo,
  releasePromos,
  requireUsablePromo,
  setPromoActive,
  toPricingCode,
} from './promo.ts'
export { findPromos, type PromoRow } from './store.ts'
export { limitFailedTries } from './try-store.ts'

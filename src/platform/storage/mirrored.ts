/**
 * Counts the writes that have a second copy, on both sides; here it is written once that copy is complete, so its absence
 * says that localStorage was wiped, or never filled. A half more: a page wrote that has not begun to make second copies.
 */
export const mirrorMark = 'mirrored'

const mirrored =
  /^(cartId|pendingOrders|checkoutIntent|appLanguage|lastPlace|selfieConsent|foundIn|search\..+\.(last|selfieId|seen|found))$/

/** Whether an entry has a second copy in IndexedDB, which browsers clear at other times than localStorage. */
export const isMirrored = (key: string) => mirrored.test(key)

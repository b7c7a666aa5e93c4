/** Written once the second copy is complete; its absence says that localStorage was wiped, or never filled. */
export const mirrorMark = 'mirrored'

const mirrored =
  /^(cartId|pendingOrders|checkoutIntent|appLanguage|selfieConsent|foundIn|search\..+\.(last|selfieId|seen|found))$/

/** Whether an entry has a second copy in IndexedDB, which browsers clear at other times than localStorage. */
export const isMirrored = (key: string) => mirrored.test(key)

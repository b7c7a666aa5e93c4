/**
 * Counts writes of mirrored entries, on both sides. In localStorage it is written once the second copy is complete,
 * so its absence means that localStorage was cleared or never filled. Half a count more: a page has written that does
 * not make second copies yet.
 */
export const mirrorMark = 'mirrored'

/** Keys of the entries that have a second copy. */
export const mirrored =
  /^(cartId|deviceKey|pendingOrders|checkoutIntent|appLanguage|lastPlace|selfieConsent|foundIn|waitingSelfie|alert\..+|purchases\..+|search\..+\.(last|selfieId|seen|found))$/

/** Returns whether an entry has a second copy in IndexedDB, which browsers clear at other times than localStorage. */
export const isMirrored = (key: string) => mirrored.test(key)

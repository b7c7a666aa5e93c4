/**
 * Key of the number of writes of mirrored entries, in localStorage and in the mirror. localStorage gets it once the mirror
 * is complete, so its absence means that localStorage was cleared or never filled. A fraction of .5 means that a page has
 * written before it started the mirror.
 */
export const mirrorCountKey = 'mirrored'

/** Matches the keys of the entries that are mirrored. */
export const mirroredKeys =
  /^(cartId|deviceKey|pendingOrders|checkoutIntent|appLanguage|lastPlace|selfieConsent|foundIn|waitingSelfie|alert\..+|purchases\..+|search\..+\.(last|selfieId|seen|found))$/

/** Returns whether an entry is mirrored to IndexedDB, which browsers clear at other times than localStorage. */
export const isMirrored = (key: string) => mirroredKeys.test(key)

import { kvStore } from '../../lib/memory/index.ts'
import { cookieTextStore } from './cookie-text-store.ts'
import { device } from './device.ts'
import { isMirrored, mirrorCountKey } from './mirrored.ts'
import { localTextStore, notifyListeners, onWrite, restoreListeners } from './persisted.ts'

const getTextStore = (key: string) => (key === 'cartId' ? cookieTextStore : localTextStore)

/** Returns the keys of all entries that need a copy in the mirror. */
const listMirroredKeys = () => ['cartId', ...localTextStore.keys()].filter(isMirrored)

const toCount = (mark: string | null | undefined) => Number(mark ?? 0)
/** Returns the number of the last write in localStorage. */
const readLocalCount = () => toCount(localTextStore.get(mirrorCountKey))

function restoreEntry(key: string, text: string | null): void {
  if (getTextStore(key).get(key) === text) return
  getTextStore(key).set(key, text)
  notifyListeners(key)
  for (const listener of restoreListeners) listener(key)
}

type Texts = ReadonlyMap<string, string>
const emptyKeys: ReadonlySet<string> = new Set()

/**
 * Restores entries that are missing in both the cookie and localStorage.
 *
 * @param onlyCookies restores only cookie entries
 */
function restoreMissing(copies: Texts, except = emptyKeys, onlyCookies = false): void {
  for (const [key, text] of copies) {
    if (onlyCookies && getTextStore(key) === localTextStore) continue
    if (isMirrored(key) && !except.has(key) && getTextStore(key).get(key) === null) restoreEntry(key, text)
  }
}

/** Makes localStorage equal to the mirror. */
function restoreAll(copies: Texts, except: ReadonlySet<string>): void {
  for (const key of new Set([...copies.keys(), ...listMirroredKeys()])) {
    if (isMirrored(key) && !except.has(key)) restoreEntry(key, copies.get(key) ?? null)
  }
}

/**
 * Restores entries that are missing in both the cookie and localStorage.
 *
 * @param onlyKey the key of the one entry to restore; all when absent
 */
export async function restore(onlyKey?: string): Promise<void> {
  const copies = await kvStore.entries()
  restoreMissing(new Map(copies.filter(([key]) => onlyKey === undefined || key === onlyKey)))
}

function isMarked(): boolean {
  try {
    return localStorage.getItem(mirrorCountKey) !== null
  } catch {
    return false
  }
}

/** Raises the write count of the mirror. Only a complete mirror has one, and it never decreases. */
async function raiseMirrorCount(number: number, isComplete = false): Promise<void> {
  await kvStore.change(mirrorCountKey, (previous) => {
    if (previous === undefined && !isComplete) return previous
    return toCount(previous) < number || previous === undefined ? String(number) : previous
  })
}

/**
 * Writes or removes the copy of an entry in the mirror. Reads the entry inside the transaction, which may run much later,
 * e.g. after a return from the back/forward cache: this or another page may have changed the entry.
 */
async function copyEntry(key: string): Promise<void> {
  await kvStore.change(key, () => getTextStore(key).get(key) ?? undefined)
}

/** Copies the entry that was just written, and counts the write. */
async function mirrorWrite(key: string): Promise<void> {
  const number = Math.floor(readLocalCount()) + 1
  localTextStore.set(mirrorCountKey, String(number))
  await copyEntry(key)
  await raiseMirrorCount(number)
}

async function copyAll(): Promise<void> {
  const copies = new Map(await kvStore.entries())
  for (const key of new Set([...copies.keys(), ...listMirroredKeys()])) {
    if (isMirrored(key) && getTextStore(key).get(key) !== (copies.get(key) ?? null)) await copyEntry(key)
  }
}

/** Reads another tab's write from the database, where localStorage is blocked. */
async function adoptOtherTabWrite(key: string): Promise<void> {
  restoreEntry(key, (await kvStore.get(key)) ?? null)
}

/**
 * Restores the entries that localStorage has lost, and updates the mirror in IndexedDB from now on. Browsers flush
 * localStorage seconds late, so a killed browser may have lost its last writes. Writes are counted on both sides; a mirror
 * with the higher count replaces localStorage, including removals.
 *
 * @throws ApiError MemoryLost, DeviceFull when the mirror can be read but not written
 */
export async function startMirror(): Promise<void> {
  const mirrorEntries = await kvStore.entries().catch(() => undefined)
  const copies = new Map(mirrorEntries)
  const mirrorCount = toCount(copies.get(mirrorCountKey))
  const isLocalBehind = readLocalCount() < mirrorCount
  // a page closed right after a removal may not have updated the mirror: localStorage has lost nothing
  const isLocalAhead = readLocalCount() > mirrorCount
  if (isLocalBehind) localTextStore.set(mirrorCountKey, String(mirrorCount))
  const ownKeys = onWrite((key) => {
    // a failed copy is not fatal: localStorage has the entry
    if (isMirrored(key)) void mirrorWrite(key).catch(() => {})
  })
  // removes nothing from a mirror that could not be read; the next start compares them
  if (!mirrorEntries) return
  // this page's writes are newer
  if (isLocalBehind) restoreAll(copies, ownKeys)
  else restoreMissing(copies, ownKeys, isLocalAhead)
  // some browsers limit cookies set by scripts to a few days: writing again extends their lifetime
  const cartId = device.cartId.read()
  if (cartId) device.cartId.write(cartId)
  await copyAll()
  localTextStore.set(mirrorCountKey, String(Math.max(1, Math.ceil(readLocalCount()))))
  await raiseMirrorCount(readLocalCount(), true)
  if (isMarked()) return
  kvStore.onChange((key) => {
    if (key !== undefined && isMirrored(key)) void adoptOtherTabWrite(key)
  })
}

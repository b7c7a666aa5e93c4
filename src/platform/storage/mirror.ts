import { kvStore } from '../../lib/memory/index.ts'
import { cookieTextStore } from './cookie-text-store.ts'
import { device } from './device.ts'
import { isMirrored, mirrorMark } from './mirrored.ts'
import { announce, broughtBack, localTextStore, onWrite } from './persisted.ts'

const textStoreFor = (key: string) => (key === 'cartId' ? cookieTextStore : localTextStore)

/** Returns the keys of all entries that need a copy in the mirror. */
const keysNow = () => ['cartId', ...localTextStore.keys()].filter(isMirrored)

const toCount = (mark: string | null | undefined) => Number(mark ?? 0)
/** Returns the number of the last write in localStorage. */
const lastHere = () => toCount(localTextStore.get(mirrorMark))

function bringBack(key: string, text: string | null): void {
  if (textStoreFor(key).get(key) === text) return
  textStoreFor(key).set(key, text)
  announce(key)
  for (const listener of broughtBack) listener(key)
}

type Texts = ReadonlyMap<string, string>
const nothing: ReadonlySet<string> = new Set()

/**
 * Restores entries that are missing in both the cookie and localStorage.
 *
 * @param onlyCookies restores only cookie entries
 */
function takeMissing(copies: Texts, except = nothing, ofCookie = false): void {
  for (const [key, text] of copies) {
    if (ofCookie && textStoreFor(key) === localTextStore) continue
    if (isMirrored(key) && !except.has(key) && textStoreFor(key).get(key) === null) bringBack(key, text)
  }
}

/** Makes localStorage equal to the mirror. */
function takeAll(copies: Texts, except: ReadonlySet<string>): void {
  for (const key of new Set([...copies.keys(), ...keysNow()])) {
    if (isMirrored(key) && !except.has(key)) bringBack(key, copies.get(key) ?? null)
  }
}

/**
 * Restores entries that are missing in both the cookie and localStorage.
 *
 * @param onlyKey the key of the one entry to restore; all when absent
 */
export async function restore(only?: string): Promise<void> {
  const copies = await kvStore.entries()
  takeMissing(new Map(copies.filter(([key]) => only === undefined || key === only)))
}

function isMarked(): boolean {
  try {
    return localStorage.getItem(mirrorMark) !== null
  } catch {
    return false
  }
}

/** Raises the write count of the mirror. Only a complete mirror has one, and it never decreases. */
async function countThere(number: number, isComplete = false): Promise<void> {
  await kvStore.change(mirrorMark, (before) => {
    if (before === undefined && !isComplete) return before
    return toCount(before) < number || before === undefined ? String(number) : before
  })
}

/**
 * Writes or removes the copy of an entry in the mirror. Reads the entry inside the transaction, which may run much later,
 * e.g. after a return from the back/forward cache: this or another page may have changed the entry.
 */
async function copy(key: string): Promise<void> {
  await kvStore.change(key, () => textStoreFor(key).get(key) ?? undefined)
}

/** Copies the entry that was just written, and counts the write. */
async function mirror(key: string): Promise<void> {
  const number = Math.floor(lastHere()) + 1
  localTextStore.set(mirrorMark, String(number))
  await copy(key)
  await countThere(number)
}

async function copyAll(): Promise<void> {
  const copies = new Map(await kvStore.entries())
  for (const key of new Set([...copies.keys(), ...keysNow()])) {
    if (isMirrored(key) && textStoreFor(key).get(key) !== (copies.get(key) ?? null)) await copy(key)
  }
}

/** Reads another tab's write from the database, where localStorage is blocked. */
async function takeOver(key: string): Promise<void> {
  bringBack(key, (await kvStore.get(key)) ?? null)
}

/**
 * Restores the entries that localStorage has lost, and updates the mirror in IndexedDB from now on. Browsers flush
 * localStorage seconds late, so a killed browser may have lost its last writes. Writes are counted on both sides; a mirror
 * with the higher count replaces localStorage, including removals.
 *
 * @throws ApiError MemoryLost, DeviceFull when the mirror can be read but not written
 */
export async function startMirror(): Promise<void> {
  const kept = await kvStore.entries().catch(() => undefined)
  const copies = new Map(kept)
  const there = toCount(copies.get(mirrorMark))
  const isBehind = lastHere() < there
  // a page closed right after a removal may not have updated the mirror: localStorage has lost nothing
  const isAhead = lastHere() > there
  if (isBehind) localTextStore.set(mirrorMark, String(there))
  const own = onWrite((key) => {
    // a failed copy is not fatal: localStorage has the entry
    if (isMirrored(key)) void mirror(key).catch(() => {})
  })
  // removes nothing from a mirror that could not be read; the next start compares them
  if (!kept) return
  // this page's writes are newer
  if (isBehind) takeAll(copies, own)
  else takeMissing(copies, own, isAhead)
  // some browsers limit cookies set by scripts to a few days: writing again extends their lifetime
  const cartId = device.cartId.read()
  if (cartId) device.cartId.write(cartId)
  await copyAll()
  localTextStore.set(mirrorMark, String(Math.max(1, Math.ceil(lastHere()))))
  await countThere(lastHere(), true)
  if (isMarked()) return
  kvStore.onChange((key) => {
    if (key !== undefined && isMirrored(key)) void takeOver(key)
  })
}

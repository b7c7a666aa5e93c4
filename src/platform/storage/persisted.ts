import { atom, type WritableAtom } from 'jotai'
import type * as z from 'zod/mini'
import { mirrorCountKey } from './mirrored.ts'

/** A value persisted on this device. */
export interface Persisted<Value> {
  read(): Value
  write(value: Value): void
  remove(): void
  /** The value as an atom, for components. Changes of other tabs update it. */
  readonly atom: WritableAtom<Value, [Value | ((previous: Value) => Value)], void>
}

/** Stores texts; `set(key, null)` removes one. */
export interface TextStore {
  get(key: string): string | null
  set(key: string, text: string | null): void
}

const memoryFallback = new Map<string, string>()

/** Returns the keys of localStorage; none where the browser blocks it. */
function listLocalKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** Removes the former value of an entry that could not be written: it must not come back after a reload. */
function removeLocalEntry(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // blocked: there is no former value
  }
}

/** Stores texts in localStorage, or in memory where the browser refuses it (blocked, full). */
export const localTextStore: TextStore & { keys(): string[] } = {
  keys: () => [...listLocalKeys(), ...memoryFallback.keys()],
  get(key) {
    try {
      return memoryFallback.get(key) ?? localStorage.getItem(key)
    } catch {
      return memoryFallback.get(key) ?? null
    }
  },
  set(key, text) {
    memoryFallback.delete(key)
    try {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
    } catch {
      if (text === null) return
      memoryFallback.set(key, text)
      removeLocalEntry(key)
    }
  },
}

/** Returns the first capture group of a pattern for each matching key in localStorage. */
export function listStoredKeys(pattern: RegExp): string[] {
  return localTextStore.keys().flatMap((key) => pattern.exec(key)?.[1] ?? [])
}

interface PersistedOptions<Value> {
  key: string
  schema: z.ZodMiniType<Value>
  initial: Value
  store?: TextStore
  /** Stores a text value as it is instead of as JSON. */
  plain?: boolean
  /** Returns whether a value needs no entry; the entry is then removed. */
  isEmpty?: (value: Value) => boolean
}

const listeners = new Map<string, Set<() => void>>()

/** Writes of this page before a listener was set, by key. */
const pendingWrites = new Map<string, string | null>()

let reportWrite = (key: string, text: string | null): void => {
  pendingWrites.set(key, text)
  // half a count ahead: if this page closes before the mirror is updated, the next one does not undo the write
  const localCount = localTextStore.get(mirrorCountKey)
  if (localCount) localTextStore.set(mirrorCountKey, String(Math.floor(Number(localCount)) + 0.5))
}

/**
 * Calls back with each entry that this page writes (null when removed), including earlier ones. Supports one
 * listener.
 *
 * @returns keys of the earlier writes
 */
export function onWrite(listener: typeof reportWrite): ReadonlySet<string> {
  reportWrite = listener
  const keys = new Set(pendingWrites.keys())
  for (const [key, text] of pendingWrites) listener(key, text)
  pendingWrites.clear()
  return keys
}

/**
 * Listeners that are called with the key of an entry that was restored from the mirror after the page was shown. Each
 * repeats the requests that depend on it.
 */
export const restoreListeners = new Set<(key: string) => void>()

/** Notifies components of a changed entry. */
export function notifyListeners(key: string): void {
  for (const listener of listeners.get(key) ?? []) listener()
}

function listen(key: string, listener: () => void): () => void {
  const keyListeners = listeners.get(key) ?? new Set()
  listeners.set(key, keyListeners.add(listener))
  return () => keyListeners.delete(listener)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== null) notifyListeners(event.key)
    else for (const key of listeners.keys()) notifyListeners(key)
  })
}

/** Defines a persisted value. A text that does not match the schema (of an older build, or damaged) reads as the default. */
export function persisted<Value>(options: PersistedOptions<Value>): Persisted<Value> {
  const { key, schema, initial, store = localTextStore, plain = false } = options
  let lastRead: { text: string | null; value: Value } | undefined

  const read = (): Value => {
    const text = store.get(key)
    // equal text returns the same object, so that components do not re-render needlessly
    if (lastRead?.text === text) return lastRead.value
    lastRead = { text, value: text === null ? initial : parse(text) }
    return lastRead.value
  }

  const parse = (text: string): Value => {
    try {
      const result = schema.safeParse(plain ? text : JSON.parse(text))
      return result.success ? result.data : initial
    } catch {
      return initial
    }
  }

  const setText = (text: string | null): void => {
    // an entry missing here may still be restored from the mirror: the user has not removed it
    if (text === null && store.get(key) === null) return
    store.set(key, text)
    reportWrite(key, text)
    notifyListeners(key)
  }

  const write = (value: Value): void => {
    const needsNoEntry = value === null || value === undefined || options.isEmpty?.(value)
    setText(needsNoEntry ? null : plain ? String(value) : JSON.stringify(value))
  }

  const version = atom(0)
  version.onMount = (set) => {
    set((count) => count + 1)
    return listen(key, () => set((count) => count + 1))
  }
  const valueAtom = atom(
    (get) => {
      get(version)
      return read()
    },
    (_get, set, next: Value | ((previous: Value) => Value)) => {
      write(typeof next === 'function' ? (next as (previous: Value) => Value)(read()) : next)
      set(version, (count) => count + 1)
    },
  )

  const remove = () => setText(null)

  return { read, write, remove, atom: valueAtom }
}

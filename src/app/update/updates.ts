import { atom } from 'jotai'
import type { ComponentType } from 'react'

/** Stores the function that activates a waiting version; null while there is none. */
export const updateAtom = atom<{ apply: () => void } | null>(null)

/** Stores the parts of the frame that load after the first page, or a note that they did not load; null until then. */
export const deferredPartsAtom = atom<{ DeferredParts: ComponentType } | null>(null)

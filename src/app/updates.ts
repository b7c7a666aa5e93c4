import { atom } from 'jotai'
import type { ComponentType } from 'react'

/** Lets a waiting version take over; null while there is none. */
export const updateAtom = atom<{ apply: () => void } | null>(null)

/** The parts of the frame that come after the first page, or what says that they did not load; null until then. */
export const latePartsAtom = atom<{ Parts: ComponentType } | null>(null)

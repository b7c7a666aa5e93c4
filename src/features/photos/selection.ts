import { atom, getDefaultStore, useAtomValue } from 'jotai'
import type { Photo } from '../../../contract/photos.ts'

/** Stores the photos that are selected but not yet in the cart, by event, in the order of selection. */
const chosenAtom = atom<Readonly<Record<string, readonly Photo[]>>>({})

const none: readonly Photo[] = []

export function useChosen(eventId: string): readonly Photo[] {
  return useAtomValue(chosenAtom)[eventId] ?? none
}

/** Toggles the selection of a photo. */
export function toggleChosen(eventId: string, photo: Photo): void {
  getDefaultStore().set(chosenAtom, (all) => {
    const before = all[eventId] ?? none
    const without = before.filter((each) => each.photoId !== photo.photoId)
    return { ...all, [eventId]: without.length < before.length ? without : [...before, photo] }
  })
}

/** Adds photos to the selection. */
export function chooseAlso(eventId: string, photos: readonly Photo[]): void {
  getDefaultStore().set(chosenAtom, (all) => {
    const before = all[eventId] ?? none
    const known = new Set(before.map(({ photoId }) => photoId))
    return { ...all, [eventId]: [...before, ...photos.filter(({ photoId }) => !known.has(photoId))] }
  })
}

/** Removes photos from the selection, such as those now in the cart. */
export function unchoose(eventId: string, photoIds: readonly string[]): void {
  getDefaultStore().set(chosenAtom, (all) => ({
    ...all,
    [eventId]: (all[eventId] ?? none).filter((photo) => !photoIds.includes(photo.photoId)),
  }))
}

import { atom, getDefaultStore, useAtomValue } from 'jotai'
import type { Photo } from '../../../../contract/photos.ts'

/** Stores the photos that are selected but not yet in the cart, by event, in the order of selection. */
const selectionAtom = atom<Readonly<Record<string, readonly Photo[]>>>({})

const noPhotos: readonly Photo[] = []

export function useSelectedPhotos(eventId: string): readonly Photo[] {
  return useAtomValue(selectionAtom)[eventId] ?? noPhotos
}

/** Toggles the selection of a photo. */
export function toggleSelection(eventId: string, photo: Photo): void {
  getDefaultStore().set(selectionAtom, (all) => {
    const selected = all[eventId] ?? noPhotos
    const remaining = selected.filter((each) => each.photoId !== photo.photoId)
    return { ...all, [eventId]: remaining.length < selected.length ? remaining : [...selected, photo] }
  })
}

/** Adds photos to the selection. */
export function addToSelection(eventId: string, photos: readonly Photo[]): void {
  getDefaultStore().set(selectionAtom, (all) => {
    const selected = all[eventId] ?? noPhotos
    const selectedIds = new Set(selected.map(({ photoId }) => photoId))
    return { ...all, [eventId]: [...selected, ...photos.filter(({ photoId }) => !selectedIds.has(photoId))] }
  })
}

/** Removes photos from the selection, such as those now in the cart. */
export function removeFromSelection(eventId: string, photoIds: readonly string[]): void {
  getDefaultStore().set(selectionAtom, (all) => ({
    ...all,
    [eventId]: (all[eventId] ?? noPhotos).filter((photo) => !photoIds.includes(photo.photoId)),
  }))
}

import { atom, getDefaultStore, useAtomValue } from 'jotai'
import type { Photo } from '../../../contract/photos.ts'

/** Photos chosen but not yet in the cart, by event, in the order they were chosen. */
const chosenAtom = atom<Readonly<Record<string, readonly Photo[]>>>({})

const none: readonly Photo[] = []

export function useChosen(eventId: string): readonly Photo[] {
  return useAtomValue(chosenAtom)[eventId] ?? none
}

/** Chooses a photo, or takes it back. */
export function toggleChosen(eventId: string, photo: Photo): void {
  getDefaultStore().set(chosenAtom, (all) => {
    const before = all[eventId] ?? none
    const without = before.filter((each) => each.photoId !== photo.photoId)
    return { ...all, [eventId]: without.length < before.length ? without : [...before, photo] }
  })
}

/** Chooses photos besides those that are chosen. */
export function chooseAlso(eventId: string, photos: readonly Photo[]): void {
  getDefaultStore().set(chosenAtom, (all) => {
    const before = all[eventId] ?? none
    const known = new Set(before.map(({ photoId }) => photoId))
    return { ...all, [eventId]: [...before, ...photos.filter(({ photoId }) => !known.has(photoId))] }
  })
}

/** Takes photos back, such as those that are in the cart now. */
export function unchoose(eventId: string, photoIds: readonly string[]): void {
  getDefaultStore().set(chosenAtom, (all) => ({
    ...all,
    [eventId]: (all[eventId] ?? none).filter((photo) => !photoIds.includes(photo.photoId)),
  }))
}

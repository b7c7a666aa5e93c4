import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { firstScreen } from '../../lib/first-screen.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { eventSearch, type LastSearch } from '../../platform/storage/index.ts'
import { useAge } from '../events/index.ts'
import { answersAtom, useWaitingAnswers } from './answers.ts'
import { type FirstFound, foundShelf, loadFound } from './found-photos.ts'
import { type Answers, groupsOf, withPhotos } from './groups.ts'

const noAnswers: Answers = {}

/** How what was found for a number begins, where the page came with it. */
function firstScreenOf(event: Event, search: string, last: LastSearch): FirstFound | undefined {
  const { event: ofScreen, found } = firstScreen()
  if (last.by !== 'number' || found?.number !== last.number || ofScreen?.eventId !== event.eventId)
    return undefined
  return { search, photos: found.photos, total: found.total }
}

/**
 * The photos of whoever was last searched for in an event, and her word on them.
 *
 * @param searched nothing is asked for before
 */
export function useResults(event: Event, last: LastSearch, searched: boolean) {
  const { eventId } = event
  const search = `${eventId} ${JSON.stringify(last)}`
  const kept = foundShelf(eventId).read()
  const copy = kept?.search === search ? kept : undefined
  const [firstFound, setFirstFound] = useState(() => firstScreenOf(event, search, last))
  const first = firstFound?.search === search ? firstFound : undefined
  const loaded = useLoaded(
    searched ? search : null,
    (signal) => loadFound(event, search, signal, setFirstFound),
    copy?.photos ?? (first?.photos as Photo[] | undefined),
  )

  const ready = event.processing.photosReady
  const { reload } = loaded
  const readyBefore = useRef(ready)
  useEffect(() => {
    if (ready === readyBefore.current) return
    readyBefore.current = ready
    reload()
  }, [ready, reload])

  useWaitingAnswers(eventId, search)
  const answers = useAtomValue(answersAtom)[search] ?? noAnswers
  const [givenBack, setGivenBack] = useState<readonly Photo[]>([])
  const photos = useMemo(() => withPhotos(loaded.value ?? [], givenBack), [loaded.value, givenBack])
  const groups = useMemo(() => groupsOf(photos, answers), [photos, answers])
  const denied = useMemo(() => photos.filter(({ photoId }) => answers[photoId] === false), [photos, answers])
  const savedOn = useAge(loaded, copy?.on)
  // of a face only all of them tell how many are surely hers
  const isPart = loaded.value !== undefined && loaded.value === first?.photos && last.by !== 'face'
  return {
    ...loaded,
    ...groups,
    count: isPart ? first.total : groups.sure.length,
    savedOn,
    /** What people call her. */
    label: searched ? eventSearch(eventId).token.read()?.subject.label : firstScreen().found?.label,
    search,
    /** Denied in this visit. */
    denied,
    isBack: ({ photoId }: Photo) => answers[photoId] === true,
    /** Puts a photo that had been denied before back among the others. */
    giveBack: (photo: Photo) => setGivenBack((before) => [...before, photo]),
  }
}

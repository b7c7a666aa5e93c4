import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { eventSearch, type LastSearch } from '../../platform/storage/index.ts'
import { useAge } from '../events/index.ts'
import { answersAtom, useWaitingAnswers } from './answers.ts'
import { type FirstFound, foundShelf, loadFound } from './found-photos.ts'
import { type Answers, groupsOf, withPhotos } from './groups.ts'

const noAnswers: Answers = {}

/** The photos of whoever was last searched for in an event, and her word on them. */
export function useResults(event: Event, last: LastSearch) {
  const { eventId } = event
  const search = `${eventId} ${JSON.stringify(last)}`
  const kept = foundShelf(eventId).read()
  const copy = kept?.search === search ? kept : undefined
  const [firstFound, setFirstFound] = useState<FirstFound>()
  const first = firstFound?.search === search ? firstFound : undefined
  const loaded = useLoaded(
    search,
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
    subject: eventSearch(eventId).token.read()?.subject,
    search,
    /** Denied in this visit. */
    denied,
    isBack: ({ photoId }: Photo) => answers[photoId] === true,
    /** Puts a photo that had been denied before back among the others. */
    giveBack: (photo: Photo) => setGivenBack((before) => [...before, photo]),
  }
}

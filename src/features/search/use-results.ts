import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { initialData } from '../../lib/initial-data.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { eventSearch, type LastSearch } from '../../platform/storage/index.ts'
import { useAge } from '../events/index.ts'
import { answersAtom, useWaitingAnswers } from './answers.ts'
import { type FirstFound, loadFound, persistedResults } from './found-photos.ts'
import { type Answers, groupPhotos, withPhotos } from './groups.ts'

const noAnswers: Answers = {}

/** Returns the first results of a number from the initial data of SSR. */
function initialResults(event: Event, search: string, last: LastSearch): FirstFound | undefined {
  const { event: ofScreen, found } = initialData()
  if (last.by !== 'number' || found?.number !== last.number || ofScreen?.eventId !== event.eventId)
    return undefined
  return { search, photos: found.photos, total: found.total }
}

/**
 * Loads the photos of the runner last searched for in an event, with the runner's answers applied.
 *
 * @param searched nothing is requested before it is true
 */
export function useResults(event: Event, last: LastSearch, searched: boolean) {
  const { eventId } = event
  const search = `${eventId} ${JSON.stringify(last)}`
  const kept = persistedResults(eventId).read()
  const copy = kept?.search === search ? kept : undefined
  const [firstFound, setFirstFound] = useState(() => initialResults(event, search, last))
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
  const groups = useMemo(() => groupPhotos(photos, answers), [photos, answers])
  const denied = useMemo(() => photos.filter(({ photoId }) => answers[photoId] === false), [photos, answers])
  const savedOn = useAge(loaded, copy?.on)
  // by face, the number of certain photos is known only once all are loaded
  const isPart = loaded.value !== undefined && loaded.value === first?.photos && last.by !== 'face'
  return {
    ...loaded,
    ...groups,
    count: isPart ? first.total : groups.sure.length,
    savedOn,
    /** Name or number from the service. */
    label: searched ? eventSearch(eventId).token.read()?.subject.label : initialData().found?.label,
    search,
    /** Photos denied in this visit. */
    denied,
    isBack: ({ photoId }: Photo) => answers[photoId] === true,
    /** Shows a photo again that was denied in an earlier visit. */
    giveBack: (photo: Photo) => setGivenBack((before) => [...before, photo]),
  }
}

import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { getInitialData } from '../../../lib/initial-data.ts'
import { useLanguage } from '../../../platform/language/index.ts'
import { useLoaded, useReloadOnChange } from '../../../platform/loading/index.ts'
import { readSearchToken } from '../../../platform/search-token/index.ts'
import type { LastSearch } from '../../../platform/storage/index.ts'
import { useCachedSince } from '../../events/index.ts'
import { answersAtom, useQueuedAnswers } from './answers.ts'
import { type FirstResults, getPersistedResults, loadFoundPhotos, toSearchKey } from './found-photos.ts'
import { type Answers, groupPhotos, mergePhotos } from './groups.ts'

const noAnswers: Answers = {}

/** Returns the first results of a number from the initial data of SSR. */
function getInitialResults(event: Event, search: string, last: LastSearch): FirstResults | undefined {
  const { event: initialEvent, found } = getInitialData()
  if (last.by !== 'number' || found?.number !== last.number || initialEvent?.eventId !== event.eventId)
    return undefined
  return { search, photos: found.photos, total: found.total }
}

/**
 * Loads the photos of a search in an event, with the runner's answers applied.
 *
 * @param isSearchDone nothing is requested before it is true
 */
export function useResults(event: Event, last: LastSearch, isSearchDone: boolean) {
  const { eventId } = event
  const { language } = useLanguage()
  const search = toSearchKey(eventId, last)
  const storedResults = getPersistedResults(eventId).read()
  const usableCopy = storedResults?.search === search ? storedResults : undefined
  const [firstFound, setFirstFound] = useState(() => getInitialResults(event, search, last))
  const usableFirst = firstFound?.search === search ? firstFound : undefined
  const loaded = useLoaded(
    // the points of photos are titles in the language of the request
    isSearchDone ? `${search} ${language}` : null,
    (signal) => loadFoundPhotos(event, last, signal, setFirstFound),
    usableCopy?.photos ?? (usableFirst?.photos as Photo[] | undefined),
  )
  useReloadOnChange(event.processing.photosReady, loaded.reload)
  useQueuedAnswers(eventId, last)
  const answers = useAtomValue(answersAtom)[search] ?? noAnswers
  const [restoredPhotos, setRestoredPhotos] = useState<readonly Photo[]>([])
  const photos = useMemo(
    () => mergePhotos(loaded.value ?? [], restoredPhotos),
    [loaded.value, restoredPhotos],
  )
  const groups = useMemo(() => groupPhotos(photos, answers), [photos, answers])
  const denied = useMemo(() => photos.filter(({ photoId }) => answers[photoId] === false), [photos, answers])
  const savedOn = useCachedSince(loaded, usableCopy?.on)
  const isPartial = loaded.value !== undefined && loaded.value === usableFirst?.photos
  return {
    ...loaded,
    ...groups,
    /** Whether photos are shown before all are loaded. */
    isPartial,
    // by face, the number of certain photos is known only once all are loaded
    count: isPartial && last.by !== 'face' ? usableFirst.total : groups.surePhotos.length,
    savedOn,
    /** Name or number from the service. */
    label: isSearchDone ? readSearchToken(eventId, last)?.subject.label : getInitialData().found?.label,
    last,
    search,
    /** Photos denied in this visit. */
    denied,
    isRestored: ({ photoId }: Photo) => answers[photoId] === true,
    /** Shows a photo again that was denied in an earlier visit. */
    restorePhoto: (photo: Photo) => setRestoredPhotos((before) => [...before, photo]),
  }
}

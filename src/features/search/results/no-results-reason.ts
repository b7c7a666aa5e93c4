import type { Event } from '../../../../contract/events.ts'
import type { LastSearch } from '../../../platform/storage/index.ts'

/** Explains why a search has no results. */
export type NoResultsReason =
  /** The event has no photos yet. */
  | 'noPhotos'
  /** By face, while part of the photos is being processed. */
  | 'processing'
  | 'notByFace'
  /** By number or name, while photos are not yet tagged. */
  | 'notTagged'
  | 'notOfRunner'
  /** The event cannot be searched by number or name yet. */
  | 'numberLater'

/** Returns why a search has no results, as far as the data of the event shows. */
export function getNoResultsReason(event: Event, by: LastSearch['by']): NoResultsReason {
  const { photosReady, photosTotal } = event.processing
  const isProcessing = photosReady < photosTotal
  if (by === 'face') {
    if (isProcessing) return 'processing'
    return event.counts.photos === 0 ? 'noPhotos' : 'notByFace'
  }
  if (by === 'number' ? !event.features.numberSearch : !event.features.surnameSearch) return 'numberLater'
  if (isProcessing) return 'notTagged'
  return event.counts.photos === 0 ? 'noPhotos' : 'notOfRunner'
}

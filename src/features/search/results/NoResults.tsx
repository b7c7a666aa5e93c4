import type { Event } from '../../../../contract/events.ts'
import { Text, useText } from '../../../platform/language/index.ts'
import { useAnnounce } from '../../../platform/notices/index.ts'
import type { LastSearch } from '../../../platform/storage/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyScreen } from '../../../ui/feedback/EmptyScreen.tsx'
import { PreorderPlate } from '../../preorders/index.ts'
import { NotificationOffer } from '../../push/index.ts'
import { ForgetSelfie } from '../person/ForgetSelfie.tsx'
import { EarlierPeople } from '../person/People.tsx'
import { RunnerSearchForm } from '../person/RunnerSearchForm.tsx'

interface Props {
  event: Event
  by: LastSearch['by']
  /** The search without results; absent for a selfie without a match. */
  last?: LastSearch
}

/** Explains why the search has no results, and what to do next. */
export function NoResults({ event, by, last }: Props) {
  const text = useText()
  const reason = getNoResultsReason(event, by)
  const message = text(`search.nothing.${reason}`)
  useAnnounce(message)
  const { faceSearch, numberSearch, surnameSearch } = event.features
  const hasRunnerSearch = (numberSearch || surnameSearch) && reason !== 'numberLater' && reason !== 'noPhotos'
  return (
    <EmptyScreen
      title={<Text id={by === 'face' ? 'search.nothing.titleFace' : 'search.nothing.title'} />}
      actions={
        <>
          {faceSearch && (
            <Button
              kind={event.features.preorder ? 'action' : 'primary'}
              href={`/event/${event.eventId}/selfie`}
            >
              <Text id={by === 'face' ? 'search.again.selfie' : 'search.find.bySelfie'} />
            </Button>
          )}
          <Button kind="outline" href={`/event/${event.eventId}`}>
            <Text id="search.allPhotos" />
          </Button>
        </>
      }
      below={
        <>
          <EarlierPeople event={event} last={last} />
          <div className="mt-6 grid max-w-144 gap-6">
            <PreorderPlate event={event} />
            <NotificationOffer topic={{ eventId: event.eventId }} search={last} />
          </div>
          {hasRunnerSearch && (
            <section className="mt-8 max-w-144" aria-labelledby="nothing-by-word">
              <h2 id="nothing-by-word" className="title mb-3">
                <Text id={by === 'face' ? 'search.find.byWord' : 'search.again.word'} />
              </h2>
              <RunnerSearchForm event={event} />
            </section>
          )}
          {by === 'face' && <ForgetSelfie event={event} />}
        </>
      }
    >
      {message}
    </EmptyScreen>
  )
}

/** Explains why a search has no results. */
type NoResultsReason =
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

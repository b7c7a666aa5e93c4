import { useEffect, useState } from 'react'
import { isErrorCode } from '../../../contract/errors.ts'
import type { Event } from '../../../contract/events.ts'
import { readSharedPicture } from '../../lib/pictures/shared-picture.ts'
import { withSharedPicture } from '../../platform/install/index.ts'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { PartNotLoaded } from '../../platform/loading/index.ts'
import { useNavigate, usePath, useQuery, useTitle } from '../../platform/navigation/index.ts'
import { getEventSearch } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { EventList, EventSearchField, useEventList } from '../event-list/index.ts'
import { isUpcoming } from '../events/index.ts'

/**
 * Renders `/share`, the share target for a picture from the gallery, and `/find`, a shortcut of the app icon. Asks at
 * which event the runner wants to search, then opens its camera page.
 */
export function ChooseEventPage() {
  const text = useText()
  const navigate = useNavigate()
  const isShare = usePath().startsWith('/share')
  const picture = useSharedPicture(isShare)
  const [typed, setTyped] = useState('')
  const [now] = useState(() => new Date())
  const list = useEventList(typed)
  // an upcoming race has no photos to search
  const isSearchable = (event: Event) => event.features.faceSearch && !isUpcoming(event, now)
  const searchable = list.items?.filter(isSearchable)
  const events = searchable && (list.searchText === '' ? sortKnownFirst(searchable) : searchable)
  const isCompleteList = list.searchText === '' && list.total === list.items?.length
  const hasNone = events?.length === 0 && list.isCurrent && list.searchText !== ''
  const hasOtherResults = hasNone && list.total > 0
  const [onlyEvent, secondEvent] = isCompleteList && typed === '' ? (events ?? []) : []
  const getCameraPath = ({ eventId }: Event) =>
    picture.url ? withSharedPicture(`/event/${eventId}/selfie`) : `/event/${eventId}/selfie`
  // a missing picture is reported before any redirect
  const redirectPath =
    onlyEvent && !secondEvent && picture.state !== 'looking' && (!isShare || picture.url)
      ? getCameraPath(onlyEvent)
      : null
  useTitle(text('launch.where'))
  useEffect(() => {
    if (redirectPath) navigate(redirectPath, { replace: true })
  }, [redirectPath, navigate])

  return (
    <div className="wrap narrow py-6 lg:py-11">
      <div className="flex items-end gap-4">
        {isShare && <SharedPicture url={picture.url} />}
        <h1 className="display-d1">
          <Text id="launch.where" />
        </h1>
      </div>
      {isShare && picture.state === 'none' && <PictureMissingNote />}
      <EventSearchField className="mt-5" typed={typed} onType={setTyped} />
      <p role="status" className="mt-4 text-sm text-ink-2">
        {hasNone && <Text id={hasOtherResults ? 'launch.noPhotos' : 'eventList.nothing'} />}
      </p>
      {list.state === 'failed' && !events ? (
        <PartNotLoaded className="mt-5" error={list.error} onRetry={list.reload} />
      ) : events?.length === 0 && isCompleteList ? (
        <NoEvents />
      ) : hasOtherResults ? (
        <EventList list={list} />
      ) : (
        <EventList list={list} items={events} isOffered={isSearchable} getHref={getCameraPath} />
      )}
    </div>
  )
}

/** Sorts events where the runner has searched for their photos on this device first; otherwise keeps the order. */
function sortKnownFirst(events: readonly Event[]): Event[] {
  const isKnown = ({ eventId }: Event) => {
    const { last, selfieId } = getEventSearch(eventId)
    return last.read() !== null || selfieId.read() !== null
  }
  return [...events.filter(isKnown), ...events.filter((event) => !isKnown(event))]
}

interface SharedPictureState {
  state: 'looking' | 'here' | 'none'
  /** Points to the picture as an object URL. */
  url?: string
}

/** Returns the picture that was shared with the app, if any. */
function useSharedPicture(isEnabled: boolean): SharedPictureState {
  const [picture, setPicture] = useState<SharedPictureState>({ state: isEnabled ? 'looking' : 'none' })
  useEffect(() => {
    if (!isEnabled) return undefined
    let url: string | undefined
    let isUnmounted = false
    void readSharedPicture()
      .catch(() => undefined)
      .then((blob) => {
        if (isUnmounted) return
        url = blob && URL.createObjectURL(blob)
        setPicture(url ? { state: 'here', url } : { state: 'none' })
      })
    return () => {
      isUnmounted = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [isEnabled])
  return picture
}

function NoEvents() {
  return (
    <EmptyState
      title={<Text id="launch.none" />}
      actions={
        <Button kind="primary" href="/">
          <Text id="launch.toHome" />
        </Button>
      }
    />
  )
}

function SharedPicture({ url }: { url: string | undefined }) {
  const text = useText()
  if (!url) return null
  return (
    <img src={url} alt={text('launch.picture')} className="size-24 flex-none rounded-print object-cover" />
  )
}

/** Explains why there is no picture: the service worker's reason, else that it did not arrive. */
function PictureMissingNote() {
  const errorText = useErrorText()
  const refusalCode = useQuery().get('refused') ?? ''
  return (
    <Note tone="warn" icon="image" role="alert" className="mt-5" title={<Text id="launch.notArrived" />}>
      {isErrorCode(refusalCode) && refusalCode !== 'Unexpected' ? (
        errorText(refusalCode)
      ) : (
        <Text id="launch.notArrived.text" />
      )}
    </Note>
  )
}

import { useEffect } from 'react'
import { isErrorCode } from '../../../contract/errors.ts'
import type { Event } from '../../../contract/events.ts'
import { dayParts } from '../../lib/time.ts'
import { useErrorText } from '../../platform/errors/index.ts'
import { withSharedPicture } from '../../platform/install/index.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { PartNotLoaded } from '../../platform/loading/index.ts'
import { useNavigate, usePath, useQuery, useTitle } from '../../platform/navigation/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateBib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useNewestEvents } from '../events/index.ts'
import { knownFirst } from './known-first.ts'
import { usePicture } from './use-picture.ts'

/**
 * `/share`, where a picture from the gallery arrives, and `/find`, a shortcut of the app's icon: at which event does
 * the runner look for herself? Leads on to its camera.
 */
export function ChooseEventPage() {
  const text = useText()
  const navigate = useNavigate()
  const isShare = usePath().startsWith('/share')
  const picture = usePicture(isShare)
  const newest = useNewestEvents()
  const events = newest.value && knownFirst(newest.value.items.filter((event) => event.features.faceSearch))
  const [only, second] = events ?? []
  const toCamera = ({ eventId }: Event) =>
    picture.url ? withSharedPicture(`/event/${eventId}/selfie`) : `/event/${eventId}/selfie`
  // a picture that did not arrive is told before anything moves
  const next =
    only && !second && picture.state !== 'looking' && (!isShare || picture.url) ? toCamera(only) : null
  useTitle(text('launch.where'))
  useEffect(() => {
    if (next) navigate(next, { replace: true })
  }, [next, navigate])

  return (
    <div className="wrap narrow py-6 lg:py-11">
      <div className="flex items-end gap-4">
        {isShare && <Picture url={picture.url} />}
        <h1 className="display-d1">
          <Text id="launch.where" />
        </h1>
      </div>
      {isShare && picture.state === 'none' && <NotArrived />}
      {events ? (
        <Events events={events} toCamera={toCamera} />
      ) : newest.state === 'failed' ? (
        <PartNotLoaded className="mt-5" error={newest.error} onRetry={newest.reload} />
      ) : (
        <EventsSkeleton />
      )}
    </div>
  )
}

function Picture({ url }: { url: string | undefined }) {
  const text = useText()
  if (!url) return null
  return (
    <img src={url} alt={text('launch.picture')} className="size-24 flex-none rounded-print object-cover" />
  )
}

/** Why there is no picture: what the service worker said of it, else that it did not come. */
function NotArrived() {
  const errorText = useErrorText()
  const refused = useQuery().get('refused') ?? ''
  return (
    <Note tone="warn" icon="image" role="alert" className="mt-5" title={<Text id="launch.notArrived" />}>
      {isErrorCode(refused) && refused !== 'Unexpected' ? (
        errorText(refused)
      ) : (
        <Text id="launch.notArrived.text" />
      )}
    </Note>
  )
}

function Events({ events, toCamera }: { events: readonly Event[]; toCamera: (event: Event) => string }) {
  if (events.length === 0) {
    return (
      <EmptyState
        title={<Text id="launch.none" />}
        actions={
          <Button href="/">
            <Text id="launch.toHome" />
          </Button>
        }
      />
    )
  }
  return (
    <ul className="mt-6 border-b border-line">
      {events.map((event) => (
        <li key={event.eventId} className="border-t border-line">
          <EventLink event={event} href={toCamera(event)} />
        </li>
      ))}
    </ul>
  )
}

function EventLink({ event, href }: { event: Event; href: string }) {
  const { language } = useLanguage()
  const { day, month } = dayParts(event.localDay, language)
  return (
    <AppLink href={href} className="flex min-h-22 items-center gap-3.5 py-3.5">
      <DateBib size="row" day={day} month={month} dateTime={event.localDay} />
      <span className="min-w-0 flex-1">
        <span className="block font-bold leading-[1.22]">{event.title}</span>
        <span className="block text-sm text-ink-2">{event.city}</span>
      </span>
      <Icon name="right" />
    </AppLink>
  )
}

function EventsSkeleton() {
  return (
    <div className="mt-6 grid gap-3" aria-busy="true">
      <p className="sr-only" role="status">
        <Text id="launch.loading" />
      </p>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height={72} />
      ))}
    </div>
  )
}

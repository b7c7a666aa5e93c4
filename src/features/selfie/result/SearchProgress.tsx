import { useAtomValue } from 'jotai'
import { type CSSProperties, useEffect, useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { listPhotos, type Photo } from '../../../../contract/photos.ts'
import { request } from '../../../lib/api.ts'
import { formatDuration } from '../../../lib/format/time.ts'
import { Text, useText } from '../../../platform/language/index.ts'
import { useLoaded } from '../../../platform/loading/index.ts'
import { useAnnounce } from '../../../platform/notices/index.ts'
import { useOnline } from '../../../platform/offline/index.ts'
import { withSearchToken } from '../../../platform/search-token/index.ts'
import { useSettings } from '../../../platform/theme/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Ruler } from '../../../ui/feedback/Ruler.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { ForgetSelfiePrompt } from './ForgetSelfiePrompt.tsx'
import { pollErrorsAtom } from './selfie-polling.ts'
import { findClosestPerson, type StoredSelfie } from './status.ts'

/** Limits a search; usually it takes seconds. */
const maxSearchInSeconds = 60
const printCount = 4

interface Props {
  event: Event
  record: StoredSelfie
  /** Whether the answer has arrived. The line of the ruler moves to its end then. */
  isDone: boolean
  onShowFound: () => void
}

/**
 * Shows the search in progress: a stopwatch, the ruler of its maximum duration, and prints that gain their colours. The search
 * continues when the runner leaves the page.
 */
export function SearchProgress({ event, record, isDone, onShowFound }: Props) {
  const text = useText()
  const foundCount = findClosestPerson(record.selfie?.persons ?? [])?.photosCount ?? 0
  const elapsedInSeconds = useElapsedSeconds(record.answeredOn)
  const isWithinLimit = elapsedInSeconds < maxSearchInSeconds
  const value = isDone ? 1 : isWithinLimit ? elapsedInSeconds / maxSearchInSeconds : undefined
  const clock = formatDuration(Math.floor(elapsedInSeconds))
  // announced every 15 seconds: each second would be too many for a screen reader
  const announcedSeconds = Math.floor(elapsedInSeconds / 15) * 15
  const progressText =
    announcedSeconds > 0
      ? text('selfie.searching.passed', { seconds: announcedSeconds })
      : text('selfie.searching.usually')
  useAnnounce(isWithinLimit ? progressText : text('selfie.searching.soon'))
  return (
    <div className="wrap pf-searching flex flex-col pt-5.5 lg:pt-10">
      <p className="font-semibold text-ink-2">{event.title}</p>
      <h1 className="display-d2 mt-1.5 whitespace-pre-line" tabIndex={-1}>
        <Text id="selfie.searching.title" values={{ count: event.counts.photos }} />
      </h1>
      <p
        className={cx(
          'mt-6 -ml-1 tabular-nums',
          // digits of a tenant's font may be wide, and the text is longer than the clock
          isWithinLimit ? 'display pf-clock' : 'display-mega',
        )}
        aria-hidden="true"
      >
        {isWithinLimit ? clock : text('selfie.searching.soon')}
      </p>
      <p className="mt-3.5 font-semibold text-ink-2">
        <Text id={isWithinLimit ? 'selfie.searching.usually' : 'selfie.searching.longer'} />
      </p>
      <Ruler
        size="lg"
        className="mt-3.5"
        label={text('selfie.searching.label')}
        value={value}
        valueText={progressText}
      />
      <Prints event={event} elapsedShare={value ?? 1} />
      <p className="mt-7 max-w-[34rem] text-ink-2">
        {foundCount > 0 && (
          <b className="font-extrabold text-ink">
            <Text id="selfie.searching.found" values={{ count: foundCount }} />{' '}
          </b>
        )}
        <Text id="selfie.searching.kept" />
      </p>
      <SearchTrouble id={record.id} />
      <div className="mt-auto grid gap-2 pt-4 pb-5.5 lg:max-w-96">
        {foundCount > 0 && (
          <Button full onClick={onShowFound}>
            <Text id="selfie.searching.show" values={{ count: foundCount }} />
          </Button>
        )}
        <Button kind={foundCount > 0 ? 'ghost' : 'outline'} full href={`/event/${event.eventId}`}>
          <Text id="selfie.toEvent" />
        </Button>
        <ForgetSelfiePrompt eventId={event.eventId} />
      </div>
    </div>
  )
}

/** Explains why there is no answer from the search: the device is offline, or requests fail. */
function SearchTrouble({ id }: { id: string }) {
  const { supportEmail } = useSettings()
  const online = useOnline()
  const failed = useAtomValue(pollErrorsAtom)[id] !== undefined
  if (online && !failed) return null
  return (
    <Note tone="warn" icon={online ? undefined : 'no-network'} role="status" className="mt-4 max-w-[34rem]">
      <Text id={online ? 'selfie.searching.noAnswer' : 'selfie.searching.offline'} />
      {online && supportEmail && (
        <TextLink small href={`mailto:${supportEmail}`}>
          {supportEmail}
        </TextLink>
      )}
    </Note>
  )
}

/**
 * Returns the seconds since the service accepted the picture, also across reloads. Counts from now if the clock was put back.
 */
function useElapsedSeconds(startedAtInMs: number | undefined): number {
  const [start] = useState(() => Math.min(startedAtInMs ?? Date.now(), Date.now()))
  const [now, setNow] = useState(start)
  useEffect(() => {
    const update = () => setNow(Date.now())
    update()
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, now - start) / 1000
}

/** Shows four prints of the album; those left of the line are in colour. */
function Prints({ event, elapsedShare }: { event: Event; elapsedShare: number }) {
  const photos = useLoaded(event.albumId, (signal) =>
    withSearchToken(event.eventId, 'event', async (token) => {
      const query = { albumId: event.albumId, count: printCount }
      return (await request(listPhotos, { query, token, signal })).items
    }),
  )
  const shownPhotos = photos.value ?? []
  return (
    <div className="pf-prints mt-6.5" style={{ '--share': elapsedShare } as CSSProperties} aria-hidden="true">
      <PrintRow photos={shownPhotos} />
      <PrintRow photos={shownPhotos} />
      <span />
    </div>
  )
}

function PrintRow({ photos }: { photos: readonly Photo[] }) {
  return (
    <div className="absolute inset-0 grid grid-cols-4 gap-[3px] bg-bg">
      {Array.from({ length: printCount }, (_, index) => {
        const photo = photos[index]
        return (
          <span key={photo?.photoId ?? index} className="overflow-hidden bg-line">
            {photo && (
              <img src={photo.thumb.url} alt="" className="size-full object-cover object-[50%_25%]" />
            )}
          </span>
        )
      })}
    </div>
  )
}

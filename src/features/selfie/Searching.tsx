import { useAtomValue } from 'jotai'
import { type CSSProperties, useEffect, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { listPhotos, type Photo } from '../../../contract/photos.ts'
import { request } from '../../lib/api.ts'
import { formatDuration } from '../../lib/time.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useSay } from '../../platform/notices/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Note } from '../../ui/Note.tsx'
import { Ruler } from '../../ui/Ruler.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { AskToForget } from './AskToForget.tsx'
import { troublesAtom } from './following.ts'
import { closestOf, type KeptSelfie } from './place.ts'

const usuallyInSeconds = 60
const printsShown = 4

interface Props {
  event: Event
  record: KeptSelfie
  onShowFound: () => void
}

/** The minute of the search: a countdown, the ruler, prints that gain their colours. She may leave; it goes on. */
export function Searching({ event, record, onShowFound }: Props) {
  const text = useText()
  const foundSoFar = closestOf(record.selfie?.persons ?? [])?.photosCount ?? 0
  const passed = usePassedSeconds(record.answeredOn)
  const left = Math.max(0, usuallyInSeconds - passed)
  const value = left > 0 ? passed / usuallyInSeconds : undefined
  const clock = formatDuration(Math.ceil(left))
  // told every quarter of a minute; a voice that counts seconds helps nobody
  const told = Math.ceil(left / 15) * 15
  useSay(left > 0 ? text('selfie.searching.left', { seconds: told }) : text('selfie.searching.soon'))
  return (
    <div className="wrap flex min-h-[calc(100dvh-57px)] flex-col pt-5.5 lg:min-h-[calc(100dvh-65px)] lg:pt-10">
      <p className="font-semibold text-ink-2">{event.title}</p>
      <h1 className="display-d2 mt-1.5 whitespace-pre-line" tabIndex={-1}>
        <Text id="selfie.searching.title" values={{ count: event.counts.photos }} />
      </h1>
      <p
        className={cx(
          'mt-6 -ml-1 tabular-nums',
          // a brand's figures may be wide, and words are longer than a clock
          left > 0 ? 'display text-[min(196px,50vw,2.9*var(--pf-t-mega))] leading-[0.76]!' : 'display-mega',
        )}
        aria-hidden="true"
      >
        {left > 0 ? clock : text('selfie.searching.soon')}
      </p>
      <p className="mt-3.5 font-semibold text-ink-2">
        <Text id={left > 0 ? 'selfie.searching.usually' : 'selfie.searching.longer'} />
      </p>
      <Ruler
        size="lg"
        className="mt-3.5"
        label={text('selfie.searching.label')}
        value={value}
        valueText={text('selfie.searching.left', { seconds: told })}
      />
      <Prints event={event} share={value ?? 1} />
      <p className="mt-7 max-w-[34rem] text-ink-2">
        {foundSoFar > 0 && (
          <b className="font-extrabold text-ink">
            <Text id="selfie.searching.found" values={{ count: foundSoFar }} />{' '}
          </b>
        )}
        <Text id="selfie.searching.kept" />
      </p>
      <Trouble id={record.id} />
      <div className="mt-auto grid gap-2 pt-4 pb-5.5 lg:max-w-96">
        {foundSoFar > 0 && (
          <Button full onClick={onShowFound}>
            <Text id="selfie.searching.show" values={{ count: foundSoFar }} />
          </Button>
        )}
        <Button kind={foundSoFar > 0 ? 'ghost' : 'outline'} full href={`/event/${event.eventId}`}>
          <Text id="selfie.toEvent" />
        </Button>
        <AskToForget eventId={event.eventId} />
      </div>
    </div>
  )
}

/** Why nothing is heard of the search. */
function Trouble({ id }: { id: string }) {
  const { supportEmail } = useSettings()
  const online = useOnline()
  const failed = useAtomValue(troublesAtom)[id] !== undefined
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

/** Since the service has taken the picture in, also when that was before a reload; a clock that was put back counts from now. */
function usePassedSeconds(sinceInMs: number | undefined): number {
  const [start] = useState(() => Math.min(sinceInMs ?? Date.now(), Date.now()))
  const [now, setNow] = useState(start)
  useEffect(() => {
    const look = () => setNow(Date.now())
    look()
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, now - start) / 1000
}

/** Four prints of the album; behind the line they have their colours. */
function Prints({ event, share }: { event: Event; share: number }) {
  const photos = useLoaded(event.albumId, (signal) =>
    withSearchToken(event.eventId, 'event', async (token) => {
      const query = { albumId: event.albumId, count: printsShown }
      return (await request(listPhotos, { query, token, signal })).items
    }),
  )
  const shown = photos.value ?? []
  return (
    <div
      className="relative -mx-(--pf-gutter) mt-6.5 h-43 [--line:calc(var(--pf-gutter)+(100%-2*var(--pf-gutter))*var(--share))] lg:mx-0 lg:h-60 lg:[--line:calc(100%*var(--share))]"
      style={{ '--share': share } as CSSProperties}
      aria-hidden="true"
    >
      <PrintRow photos={shown} className="opacity-50 [filter:grayscale(1)]" />
      <PrintRow photos={shown} className="[clip-path:inset(0_calc(100%-var(--line))_0_0)]" />
      <span className="absolute -top-16.5 -bottom-2.5 left-(--line) -ml-px w-1 bg-accent" />
    </div>
  )
}

function PrintRow({ photos, className }: { photos: readonly Photo[]; className: string }) {
  return (
    <div className={`absolute inset-0 grid grid-cols-4 gap-[3px] bg-bg ${className}`}>
      {Array.from({ length: printsShown }, (_, at) => {
        const photo = photos[at]
        return (
          <span key={photo?.photoId ?? at} className="overflow-hidden bg-line">
            {photo && (
              <img src={photo.thumb.url} alt="" className="size-full object-cover object-[50%_25%]" />
            )}
          </span>
        )
      })}
    </div>
  )
}

import { type ReactNode, useMemo } from 'react'
import type { Event } from '../../../contract/events.ts'
import { useServed } from '../../platform/install/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { late } from '../../platform/loading/index.ts'
import { usePath, useQuery, useTitle } from '../../platform/navigation/index.ts'
import type { LastSearch } from '../../platform/storage/index.ts'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { Note } from '../../ui/Note.tsx'
import {
  isInPart,
  isWhole,
  Lightbox,
  PhotoWall,
  PurchaseDock,
  pointKeyOf,
  useAlbumPart,
  useBuying,
  useOpenedPhoto,
} from '../photos/index.ts'
import { MoreOfMe, Places, ShareChip, State, TakenAway } from './AroundResults.tsx'
import { Bearers } from './Bearers.tsx'
import { FoundHead } from './FoundHead.tsx'
import { likelyBib } from './groups.ts'
import { MaybeYou } from './MaybeYou.tsx'
import { PackagePlate, PackagePlateSkeleton } from './PackagePlate.tsx'
import { Packages } from './Packages.tsx'
import { People, useRememberPerson } from './People.tsx'
import { ResultsNotLoaded } from './ResultsNotLoaded.tsx'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'
import { useNewPhotos } from './seen-photos.ts'
import { useResults } from './use-results.ts'
import { useSayIfMe } from './use-say-if-me.ts'

const Nothing = late(() => import('./Nothing.tsx').then((it) => it.Nothing), ResultsSkeleton)

interface Props {
  event: Event
  last: LastSearch
  /** False as long as the service is still asked who that is: what came with the page is shown meanwhile. */
  searched?: boolean
}

/** The photos of whoever was last searched for in an event. */
export function Results({ event, last, searched = true }: Props) {
  const text = useText()
  const results = useResults(event, last, searched)
  useTitle(text('search.title', { event: event.title }))
  if (results.value === undefined) {
    if (results.state === 'failed') {
      return <ResultsNotLoaded event={event} error={results.error} onRetry={results.reload} />
    }
    return <ResultsSkeleton />
  }
  if (results.sure.length + results.maybe.length === 0) {
    return (
      <>
        <Nothing event={event} by={last.by} />
        <div className="wrap pb-8 empty:hidden">
          <TakenAway event={event} results={results} atOnce />
        </div>
      </>
    )
  }
  return <Found event={event} last={last} results={results} />
}

interface FoundProps {
  event: Event
  last: LastSearch
  results: ReturnType<typeof useResults>
}

function Found({ event, last, results }: FoundProps) {
  const text = useText()
  const { sure, maybe, search } = results
  useServed('found')
  const [label, name] = last.by === 'face' ? [] : (results.label?.split(' · ') ?? [])
  const mine = useMemo(() => ({ label, photos: sure }), [label, sure])
  const buying = useBuying(event, mine)
  const sayIfMe = useSayIfMe(event, search)
  const { opened, open, close } = useOpenedPhoto()
  const inPackages = useQuery().get('view') === 'packages'
  const { part, setPart } = useAlbumPart()
  const shown = useMemo(
    () =>
      isWhole(part) ? sure : sure.filter((photo) => isInPart(photo, part, (each) => pointKeyOf(each, event))),
    [sure, part, event],
  )
  const all = useMemo(() => [...shown, ...maybe], [shown, maybe])
  const seen = useMemo(() => [...sure, ...maybe], [sure, maybe])
  const isNew = useNewPhotos(event.eventId, search, seen)
  const newCount = sure.filter(isNew).length
  const known = opened ? all.findIndex((photo) => photo.photoId === opened.photoId) : -1
  const index = opened ? (known >= 0 ? known : Math.min(opened.at, all.length - 1)) : -1
  const bib = last.by === 'number' ? last.number : likelyBib(sure)
  const offer = buying.withMe && sure.length > 1 ? buying.withMe : undefined
  useRememberPerson(event.eventId, {
    last,
    label:
      [label, name].filter(Boolean).join(' · ') || (bib ? text('search.people.number', { number: bib }) : ''),
    count: results.count,
    thumbUrl: (sure[0] ?? maybe[0])?.thumb.url,
  })
  return (
    <>
      <div className="wrap pb-8 lg:grid lg:grid-cols-[minmax(0,1fr)_384px] lg:items-start lg:gap-14">
        <div className="min-w-0">
          <FoundHead
            event={event}
            count={results.count}
            bib={bib}
            name={name ?? (last.by === 'surname' ? label : undefined)}
          />
          <People event={event} last={last} />
          {last.by === 'surname' && <Bearers event={event} surname={last.surname} />}
          <Views event={event} count={results.count} inPackages={inPackages}>
            {sure.length > 0 && <ShareChip event={event} search={search} count={results.count} />}
          </Views>
          <State event={event} results={results} />
          {newCount > 0 && (
            <Note icon="image" className="mb-3">
              <Text id="search.new" values={{ count: newCount }} />
            </Note>
          )}
          {inPackages ? (
            <Packages buying={buying} count={results.count} />
          ) : (
            <>
              {buying.isLoading && sure.length > 1 && (
                <PackagePlateSkeleton count={results.count} className="mb-3.5 lg:hidden" />
              )}
              {offer && (
                <PackagePlate
                  product={offer}
                  buying={buying}
                  count={results.count}
                  className="mb-3.5 lg:hidden"
                />
              )}
              <div className="pt-1 lg:pt-3.5">
                <Places event={event} sure={sure} part={part} onChange={setPart} />
                <PhotoWall
                  event={event}
                  label={text('search.wall')}
                  count={shown === sure ? results.count : shown.length}
                  version={shown}
                  photoAt={(at) => shown[at]}
                  buying={buying}
                  isNew={isNew}
                  onOpen={(photo, at) => open(photo.photoId, at)}
                />
              </div>
              <MaybeYou
                event={event}
                photos={maybe}
                onSay={sayIfMe}
                onOpen={(photo) => open(photo.photoId, all.indexOf(photo))}
              />
              <MoreOfMe event={event} />
              <TakenAway event={event} results={results} />
            </>
          )}
        </div>
        {offer && (
          <aside className="pf-aside mt-10 hidden lg:block">
            <PackagePlate product={offer} buying={buying} count={results.count} withSteps />
          </aside>
        )}
      </div>
      <PurchaseDock buying={buying} ofPerson={sure.length} wide={!offer} />
      {index >= 0 && (
        <Lightbox
          event={event}
          count={all.length}
          photoAt={(at) => all[at]}
          index={index}
          buying={buying}
          onIndex={(at) => {
            const photo = all[at]
            if (photo) open(photo.photoId, at, { replace: true })
          }}
          onClose={close}
          sayIfMe={sayIfMe}
        />
      )}
    </>
  )
}

interface ViewsProps {
  event: Event
  count: number
  inPackages: boolean
  children: ReactNode
}

function Views({ event, count, inPackages, children }: ViewsProps) {
  const text = useText()
  const path = usePath()
  return (
    <ChipRow label={text('search.views')} className="pb-3.5">
      <Chip selected={!inPackages} href={path} count={count}>
        <Text id="search.views.mine" />
      </Chip>
      <Chip selected={inPackages} href={`${path}?view=packages`}>
        <Text id="search.views.packages" />
      </Chip>
      <Chip href={`/event/${event.eventId}`}>
        <Text id="search.views.all" />
      </Chip>
      {event.features.video && (
        <Chip href={`/event/${event.eventId}/video`}>
          <Text id="search.views.video" />
        </Chip>
      )}
      {children}
    </ChipRow>
  )
}

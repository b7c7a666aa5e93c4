import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Event } from '../../../contract/events.ts'
import { formatCount } from '../../lib/count.ts'
import { useServed } from '../../platform/install/index.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { late } from '../../platform/loading/index.ts'
import { usePath, useQuery, useTitle } from '../../platform/navigation/index.ts'
import { eventSearch, type LastSearch } from '../../platform/storage/index.ts'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { Note } from '../../ui/Note.tsx'
import {
  AskIfMe,
  isInPart,
  isWhole,
  Lightbox,
  PhotoWall,
  PurchaseDock,
  toPointKey,
  useAlbumPart,
  useBuying,
  useOpenedPhoto,
} from '../photos/index.ts'
import { MoreOfMe, Places, ShareChip, State, TakenAway } from './AroundResults.tsx'
import { FoundHead } from './FoundHead.tsx'
import { likelyBib } from './groups.ts'
import { MaybeYou } from './MaybeYou.tsx'
import { OfferPlate } from './OfferPlate.tsx'
import { Packages } from './Packages.tsx'
import { PeopleChips, useRememberPerson } from './People.tsx'
import { ResultsNotLoaded } from './ResultsNotLoaded.tsx'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'
import { useNewPhotos } from './seen-photos.ts'
import { useResults } from './use-results.ts'
import { useAnnounceIfMe } from './use-say-if-me.ts'

const ChooseRunner = late(() => import('./ChooseRunner.tsx').then((it) => it.ChooseRunner), ResultsSkeleton)
const NoResults = late(() => import('./NoResults.tsx').then((it) => it.NoResults), ResultsSkeleton)

interface Props {
  event: Event
  last: LastSearch
  /** Becomes true once the search was answered. Until then, the server-rendered results are shown. */
  searched?: boolean
}

/**
 * Shows the photos of the runner who was last searched for in an event. For several runners with the same surname, asks which
 * one first.
 */
export function Results(props: Props) {
  const { event, last } = props
  const subject = useAtomValue(eventSearch(event.eventId).token.atom)?.subject
  if (last.by === 'surname' && subject?.bearers)
    return <ChooseRunner event={event} surname={subject.label} bearers={subject.bearers} />
  return <OfRunner {...props} />
}

function OfRunner({ event, last, searched = true }: Props) {
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
        <NoResults event={event} by={last.by} />
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
  const sayIfMe = useAnnounceIfMe(event, search)
  // preloaded before a viewer opens: loading it later would shift the photo
  useEffect(() => AskIfMe.fetch(), [])
  const { opened, open, close } = useOpenedPhoto()
  const inPackages = useQuery().get('view') === 'packages'
  const { part, setPart } = useAlbumPart()
  const shown = useMemo(
    () =>
      isWhole(part) ? sure : sure.filter((photo) => isInPart(photo, part, (each) => toPointKey(each, event))),
    [sure, part, event],
  )
  const all = useMemo(() => [...shown, ...maybe], [shown, maybe])
  const seen = useMemo(() => [...sure, ...maybe], [sure, maybe])
  const isNew = useNewPhotos(event.eventId, search, seen)
  const newCount = sure.filter(isNew).length
  const known = opened ? all.findIndex((photo) => photo.photoId === opened.photoId) : -1
  const index = opened ? (known >= 0 ? known : Math.min(opened.at, all.length - 1)) : -1
  const bib = last.by === 'number' ? last.number : likelyBib(sure)
  const offered = { event, sure, count: results.count, isMoreThere: maybe.length > 0 }
  const hasOffer = sure.length > 0 && (buying.isLoading || buying.withMe !== undefined || buying.canBuy)
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
          <div className="md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:items-center md:max-lg:gap-6">
            <FoundHead
              event={event}
              count={results.count}
              bib={bib}
              name={name ?? (last.by === 'surname' ? label : undefined)}
            />
            {hasOffer && !inPackages && (
              <OfferPlate {...offered} buying={buying} className="mb-1.5 lg:hidden" />
            )}
          </div>
          <Views event={event} last={last} count={results.count} inPackages={inPackages}>
            {sure.length > 0 && <ShareChip event={event} search={search} count={results.count} />}
          </Views>
          <State event={event} results={results} />
          {newCount > 0 && (
            <Note icon="image" className="mb-3">
              <Text id="search.new" values={{ count: newCount }} />
            </Note>
          )}
          {inPackages ? (
            <Packages {...offered} buying={buying} />
          ) : (
            <>
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
              <MaybeYou
                event={event}
                photos={maybe}
                bib={bib}
                bought={buying.bought}
                onSay={sayIfMe}
                onOpen={(photo) => open(photo.photoId, all.indexOf(photo))}
              />
              <MoreOfMe event={event} />
              <TakenAway event={event} results={results} />
            </>
          )}
        </div>
        {hasOffer && (
          <aside className="pf-sidebar mt-10 hidden lg:block">
            <OfferPlate {...offered} buying={buying} withSteps />
          </aside>
        )}
      </div>
      <PurchaseDock buying={buying} ofPerson={sure.length} wide={!hasOffer} />
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
  last: LastSearch
  count: number
  inPackages: boolean
  children: ReactNode
}

function Views({ event, last, count, inPackages, children }: ViewsProps) {
  const text = useText()
  const path = usePath()
  const { language } = useLanguage()
  const { counts, eventId, features } = event
  return (
    <ChipRow label={text('search.views')} className="pb-1.5 lg:pb-3.5">
      <PeopleChips event={event} last={last} count={count} selected={!inPackages} />
      <Chip href={`/event/${eventId}`} count={formatCount(counts.photos, language)}>
        <Text id="search.views.all" />
      </Chip>
      {features.video && (
        <Chip href={`/event/${eventId}/video`} count={formatCount(counts.videos, language)}>
          <Text id="search.views.video" />
        </Chip>
      )}
      {features.frames && (
        <Chip href={`/event/${eventId}/frame`}>
          <Text id="search.views.frame" />
        </Chip>
      )}
      <Chip selected={inPackages} href={`${path}?view=packages`}>
        <Text id="search.views.packages" />
      </Chip>
      {children}
    </ChipRow>
  )
}

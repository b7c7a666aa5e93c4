import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { NotLoaded, useCode } from '../../platform/loading/index.ts'
import { useAppBar, useTitle } from '../../platform/navigation/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { FinishStrip } from '../../ui/finish-strip/FinishStrip.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { ThemePictures } from '../themes/index.ts'
import { isRaceDay, isTodayOrProcessing, splitByDay } from './day.ts'
import { EventFinder, type ReadyEvents } from './EventFinder.tsx'
import { EventRows, EventRowsSkeleton } from './EventRows.tsx'
import { LastUpdated } from './LastUpdated.tsx'
import { LeadEvent } from './LeadEvent.tsx'
import { hasOrdersToResumeAtom } from './orders-to-resume.ts'
import { useNewestEvents } from './use-events.ts'

const loadResumeOrders = () => import('./ResumeOrder.tsx').then((it) => it.ResumeOrders)

const maxListed = 5
const maxUpcoming = 3

export function HomePage() {
  const text = useText()
  useTitle(text('events.home.title'))
  const newest = useNewestEvents()
  const hasPendingOrders = useAtomValue(hasOrdersToResumeAtom)
  const isLoading = newest.value === undefined && newest.state === 'loading'
  useAppBar({ hideFooter: isLoading })
  useScrollLock(isLoading)
  const { code: ResumeOrders } = useCode(hasPendingOrders ? loadResumeOrders : undefined)
  // few visitors have a pending order; for them, reserve its space to prevent a layout shift
  if (hasPendingOrders && !ResumeOrders) return <Skeleton height={240} className="wrap my-9" />
  return (
    <>
      {ResumeOrders && <ResumeOrders />}
      <Hero ready={findReadyEvents(newest.value)} isSecondary={hasPendingOrders} />
      <Events newest={newest} />
      <ThemePictures />
    </>
  )
}

/** Returns the number of events with photos. Without the service's count it is known only for a complete list. */
function findReadyEvents(newest: ReturnType<typeof useNewestEvents>['value']): ReadyEvents | undefined {
  if (!newest) return undefined
  const { total, items, withPhotos } = newest
  const ready = items.filter(({ counts }) => counts.photos > 0)
  const count = withPhotos ?? (total > items.length ? 0 : ready.length)
  return { count, title: ready[0]?.title }
}

/** Prevents scrolling until there is content below. */
function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return undefined
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = ''
    }
  }, [locked])
}

function Hero({ ready, isSecondary }: { ready: ReadyEvents | undefined; isSecondary: boolean }) {
  const { hideBannerOnHome } = useSettings()
  const Heading = isSecondary ? 'h2' : 'h1'
  if (hideBannerOnHome) {
    return (
      <div className="wrap pt-6">
        <Heading className="display-d1">
          <Text id="events.home.heading" />
        </Heading>
        <EventFinder ready={ready} isSecondary={isSecondary} className="mt-4 lg:max-w-106" />
      </div>
    )
  }
  return (
    <>
      <section className="pf-hero lg:min-h-140 lg:pb-64">
        <div className="wrap relative z-1">
          {/* on the narrowest wide screens it leaves space for the search */}
          <Heading className="display-mega pt-6.5 whitespace-pre-line lg:pt-10 lg:text-[min(var(--pf-t-mega),(100vw-36.5rem)/6.3)]">
            <Text id="events.home.promise" />
          </Heading>
          <p className="mt-3.5 max-w-[26em] font-semibold leading-[1.36] lg:max-w-[min(720px,100vw-36.5rem)] lg:text-[1.1875rem]">
            <Text id="events.home.lead" />
          </p>
          <EventFinder
            ready={ready}
            isSecondary={isSecondary}
            className="absolute top-11 right-(--pf-gutter) hidden w-106 lg:block"
          />
        </div>
        <HeroPicture />
      </section>
      <div className="wrap mt-3.5 lg:hidden">
        <EventFinder ready={ready} isSecondary={isSecondary} className="max-w-144" />
      </div>
    </>
  )
}

/** Shows the tenant's own picture along the bottom of the hero, or the default runners. */
function HeroPicture() {
  const { hero } = useSettings()
  const positionClasses = 'lg:absolute lg:inset-x-0 lg:bottom-0'
  if (!hero) return <FinishStrip className={`mt-1.5 lg:mt-0 ${positionClasses}`} />
  return (
    <img
      className={`mt-6 h-54 w-full object-cover ${positionClasses}`}
      src={hero.url}
      width={hero.width}
      height={hero.height}
      alt=""
    />
  )
}

function Events({ newest }: { newest: ReturnType<typeof useNewestEvents> }) {
  const [now] = useState(() => new Date())
  const events = newest.value?.items
  if (!events) {
    if (newest.state === 'failed') return <NotLoaded level={2} error={newest.error} onRetry={newest.reload} />
    return <EventsSkeleton />
  }
  const { upcoming, past } = splitByDay(events, now)
  const leadEvent =
    past.find((event) => isTodayOrProcessing(event, now)) ??
    past.find(({ counts }) => counts.photos > 0) ??
    past[0]
  if (events.length === 0) {
    return (
      <div className="wrap pt-9">
        <EmptyState title={<Text id="events.none.title" />}>
          <Text id="events.none.text" />
        </EmptyState>
      </div>
    )
  }
  const otherEvents = past.filter((event) => event !== leadEvent).slice(0, maxListed)
  const allLink = (
    <TextLink small href="/search">
      <Text id="events.all" />
    </TextLink>
  )
  return (
    <div className="wrap relative flow-root lg:grid lg:grid-cols-2 lg:items-start lg:gap-x-16">
      <LastUpdated on={newest.savedOn} className="absolute top-3 text-xs text-ink-2 lining-nums" />
      {leadEvent && <LeadEvent event={leadEvent} isToday={isRaceDay(leadEvent, now)} />}
      {upcoming.length + otherEvents.length > 0 && (
        <div>
          {upcoming.length > 0 && (
            <Section id="ahead" title={<Text id="events.ahead" />} link={otherEvents.length === 0 && allLink}>
              <EventRows events={upcoming.slice(0, maxUpcoming)} now={now} />
            </Section>
          )}
          {otherEvents.length > 0 && (
            <Section id="recent" title={<Text id="events.earlier" />} link={allLink}>
              <EventRows events={otherEvents} />
            </Section>
          )}
        </div>
      )}
    </div>
  )
}

function Section(props: { id: string; title: ReactNode; link: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={props.id}>
      <div className="mt-9 mb-3 flex items-baseline justify-between gap-4 lg:mt-10 lg:mb-2.5">
        <h2 id={props.id} className="display-d2">
          {props.title}
        </h2>
        {props.link}
      </div>
      {props.children}
    </section>
  )
}

function EventsSkeleton() {
  return (
    <div className="wrap lg:grid lg:grid-cols-2 lg:gap-x-16" aria-busy="true">
      <p className="sr-only" role="status">
        <Text id="events.loading" />
      </p>
      <div className="mt-9 lg:mt-10">
        <Skeleton height={48} width={190} />
        <Skeleton className="mt-3 h-54 lg:h-75" />
      </div>
      <div className="mt-9 lg:mt-10">
        <Skeleton height={48} width={210} className="mb-3" />
        <EventRowsSkeleton count={3} />
      </div>
    </div>
  )
}

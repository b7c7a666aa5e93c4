import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { NotLoaded, useCode } from '../../platform/loading/index.ts'
import { useChrome, useTitle } from '../../platform/navigation/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FinishStrip } from '../../ui/finish-strip/FinishStrip.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { ThemePictures } from '../themes/index.ts'
import { isLive, splitByDay } from './day.ts'
import { EventFinder, type Ready } from './EventFinder.tsx'
import { EventRows, EventRowsSkeleton } from './EventRows.tsx'
import { LastUpdated } from './LastUpdated.tsx'
import { LeadEvent } from './LeadEvent.tsx'
import { resumesAtom } from './resumes.ts'
import { useNewestEvents } from './use-events.ts'

const resumeOrders = () => import('./ResumeOrder.tsx').then((it) => it.ResumeOrders)

const shownInList = 5
const shownAhead = 3

export function HomePage() {
  const text = useText()
  useTitle(text('events.home.title'))
  const newest = useNewestEvents()
  const waiting = useAtomValue(resumesAtom)
  const loading = newest.value === undefined && newest.state === 'loading'
  useChrome({ hideFooter: loading })
  useScrollLock(loading)
  const { code: ResumeOrders } = useCode(waiting ? resumeOrders : undefined)
  // few visitors have a pending order; for them, reserve its space to prevent a layout shift
  if (waiting && !ResumeOrders) return <Skeleton height={240} className="wrap my-9" />
  return (
    <>
      {ResumeOrders && <ResumeOrders />}
      <Hero ready={findReadyEvents(newest.value)} quiet={waiting} />
      <Events newest={newest} />
      <ThemePictures />
    </>
  )
}

/** Returns the number of events with photos. Without the service's count it is known only for a complete list. */
function findReadyEvents(newest: ReturnType<typeof useNewestEvents>['value']): Ready | undefined {
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

function Hero({ ready, quiet }: { ready: Ready | undefined; quiet: boolean }) {
  const { hideBannerOnHome } = useSettings()
  const Heading = quiet ? 'h2' : 'h1'
  if (hideBannerOnHome) {
    return (
      <div className="wrap pt-6">
        <Heading className="display-d1">
          <Text id="events.home.heading" />
        </Heading>
        <EventFinder ready={ready} quiet={quiet} className="mt-4 lg:max-w-106" />
      </div>
    )
  }
  return (
    <>
      <section className="pf-hero lg:h-140">
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
            quiet={quiet}
            className="absolute top-11 right-(--pf-gutter) hidden w-106 lg:block"
          />
        </div>
        <HeroPicture />
      </section>
      <div className="wrap mt-3.5 lg:hidden">
        <EventFinder ready={ready} quiet={quiet} className="max-w-144" />
      </div>
    </>
  )
}

/** Shows the tenant's own picture along the bottom of the hero, or the default runners. */
function HeroPicture() {
  const { hero } = useSettings()
  const place = 'lg:absolute lg:inset-x-0 lg:bottom-0'
  if (!hero) return <FinishStrip className={`mt-1.5 lg:mt-0 ${place}`} />
  return (
    <img
      className={`mt-6 h-54 w-full object-cover ${place}`}
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
  const { ahead, past } = splitByDay(events, now)
  const lead =
    past.find((event) => isLive(event, now)) ?? past.find(({ counts }) => counts.photos > 0) ?? past[0]
  if (events.length === 0) {
    return (
      <div className="wrap pt-9">
        <EmptyState title={<Text id="events.none.title" />}>
          <Text id="events.none.text" />
        </EmptyState>
      </div>
    )
  }
  const others = past.filter((event) => event !== lead).slice(0, shownInList)
  const all = (
    <TextLink small href="/search">
      <Text id="events.all" />
    </TextLink>
  )
  return (
    <div className="wrap relative flow-root lg:grid lg:grid-cols-2 lg:items-start lg:gap-x-16">
      <LastUpdated on={newest.savedOn} className="absolute top-3 text-xs text-ink-2 lining-nums" />
      {lead && <LeadEvent event={lead} live={isLive(lead, now)} />}
      {ahead.length + others.length > 0 && (
        <div>
          {ahead.length > 0 && (
            <Section id="ahead" title={<Text id="events.ahead" />} link={others.length === 0 && all}>
              <EventRows events={ahead.slice(0, shownAhead)} now={now} />
            </Section>
          )}
          {others.length > 0 && (
            <Section id="recent" title={<Text id="events.earlier" />} link={all}>
              <EventRows events={others} />
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

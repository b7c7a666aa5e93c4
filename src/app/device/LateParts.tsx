import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { savedEvent } from '../../features/events/index.ts'
import { prefetchFaceModel } from '../../features/selfie/index.ts'
import { badgeCount, recordInstalled, showBadge } from '../../lib/badge.ts'
import { isStandalone } from '../../platform/install/index.ts'
import { useText } from '../../platform/language/index.ts'
import { openedWith, renamePage, usePath } from '../../platform/navigation/index.ts'
import { showSnack } from '../../platform/notices/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { useOpenSelfies, useOutbox } from '../../platform/outbox/index.ts'
import { device } from '../../platform/storage/index.ts'
import { useHoldUpdates } from '../../platform/updates/index.ts'
import { Late } from '../Late.tsx'
import { Messages } from '../Messages.tsx'
import { RouteEffects } from '../RouteEffects.tsx'
import { InstallOffer } from './InstallOffer.tsx'
import { LiveRegion } from './LiveRegion.tsx'
import { SpanishOffer } from './SpanishOffer.tsx'
import { usePageTexts } from './use-page-texts.ts'

const waitingSelfieOffer = () => import('../../features/call-me/index.ts').then((it) => it.WaitingSelfieOffer)

/** Renders the parts of the frame that are not needed in the first second. */
export function LateParts() {
  useBadge()
  useHoldWhileSending()
  useFaceModelPrefetch()
  const mayWait = useAtomValue(device.waitingSelfie.atom)
  return (
    <>
      <RouteEffects />
      <Messages />
      <LiveRegion />
      <InstallOffer />
      <Greeting />
      <SpanishOffer />
      {mayWait && <Late load={waitingSelfieOffer} />}
    </>
  )
}

function useBadge(): void {
  const orders = useAtomValue(device.pendingOrders.atom).length
  const selfies = useOpenSelfies()
  const count = badgeCount(selfies, orders)
  useEffect(() => showBadge(count), [count])
  useEffect(() => {
    if (isStandalone()) recordInstalled()
  }, [])
}

const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 10_000 }) : run()

/** Delay of the prefetch, so that the photos of the event load first. */
const prefetchAfterInMs = 5_000

/** Prefetches the face model some seconds after an event with face search opens, so that selfies can be checked offline. */
function useFaceModelPrefetch(): void {
  const eventId = /^\/(?:event|search)\/([^/]+)/.exec(usePath())?.[1]
  useEffect(() => {
    if (eventId === undefined) return undefined
    const left = new AbortController()
    const prefetch = () => {
      if (savedEvent(eventId)?.features.faceSearch) prefetchFaceModel(left.signal).catch(() => {})
    }
    const timer = setTimeout(() => whenIdle(prefetch), prefetchAfterInMs)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [eventId])
}

/** Blocks app updates while data are uploaded or an order is being placed. */
function useHoldWhileSending(): void {
  const { entries, progress } = useOutbox()
  const online = useOnline()
  const isUnderWay = entries.some(
    ({ id, kind, parked }) => !parked && (id in progress || kind === 'checkout'),
  )
  useHoldUpdates(online && isUnderWay)
}

const noticeTextIds: Readonly<Record<string, string>> = {
  '#forgotten': 'device.forget.done',
  '#forgotten-here': 'device.forget.doneHere',
}

/** Id of the notice about the action that loaded this page; undefined when there is none. */
const greetingId = openedWith.get('share') === 'missed' ? 'device.share.missed' : noticeTextIds[location.hash]

function Greeting() {
  const text = useText()
  const ready = usePageTexts(greetingId !== undefined)
  const said = useRef(false)
  useEffect(() => {
    if (!ready || !greetingId || said.current) return
    said.current = true
    showSnack({ text: text(greetingId) })
    renamePage(location.pathname)
  }, [ready, text])
  return null
}

import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { readSavedEvent } from '../../features/events/index.ts'
import { prefetchFaceModel } from '../../features/selfie/index.ts'
import { countBadge, recordInstalled, showBadge } from '../../lib/badge.ts'
import { isStandalone } from '../../platform/install/index.ts'
import { useText } from '../../platform/language/index.ts'
import { initialQuery, replaceUrl, usePath } from '../../platform/navigation/index.ts'
import { showSnack } from '../../platform/notices/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { useOpenSelfies, useOutbox } from '../../platform/outbox/index.ts'
import { device } from '../../platform/storage/index.ts'
import { useBlockUpdates } from '../../platform/updates/index.ts'
import { LazyPart } from '../LazyPart.tsx'
import { Messages } from '../Messages.tsx'
import { RouteEffects } from '../routing/RouteEffects.tsx'
import { InstallOffer } from './InstallOffer.tsx'
import { LiveRegion } from './LiveRegion.tsx'
import { SpanishOffer } from './SpanishOffer.tsx'
import { usePageTexts } from './use-page-texts.ts'

const loadWaitingSelfieOffer = () =>
  import('../../features/call-me/index.ts').then((it) => it.WaitingSelfieOffer)

/** Renders the parts of the frame that are not needed in the first second. */
export function DeferredParts() {
  useBadge()
  useBlockUpdatesWhileSending()
  useFaceModelPrefetch()
  const mayHaveWaitingSelfie = useAtomValue(device.waitingSelfie.atom)
  return (
    <>
      <RouteEffects />
      <Messages />
      <LiveRegion />
      <InstallOffer />
      <LoadNotice />
      <SpanishOffer />
      {mayHaveWaitingSelfie && <LazyPart load={loadWaitingSelfieOffer} />}
    </>
  )
}

function useBadge(): void {
  const orders = useAtomValue(device.pendingOrders.atom).length
  const selfies = useOpenSelfies()
  const count = countBadge(selfies, orders)
  useEffect(() => showBadge(count), [count])
  useEffect(() => {
    if (isStandalone()) recordInstalled()
  }, [])
}

const runWhenIdle = (callback: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(callback, { timeout: 10_000 }) : callback()

/** Delay of the prefetch, so that the photos of the event load first. */
const prefetchDelayInMs = 5_000

/** Prefetches the face model some seconds after an event with face search opens, so that selfies can be checked offline. */
function useFaceModelPrefetch(): void {
  const eventId = /^\/(?:event|search)\/([^/]+)/.exec(usePath())?.[1]
  useEffect(() => {
    if (eventId === undefined) return undefined
    const abortController = new AbortController()
    const prefetch = () => {
      if (readSavedEvent(eventId)?.features.faceSearch)
        prefetchFaceModel(abortController.signal).catch(() => {})
    }
    const timer = setTimeout(() => runWhenIdle(prefetch), prefetchDelayInMs)
    return () => {
      clearTimeout(timer)
      abortController.abort()
    }
  }, [eventId])
}

/** Blocks app updates while data are uploaded or an order is being placed. */
function useBlockUpdatesWhileSending(): void {
  const { entries, progress } = useOutbox()
  const online = useOnline()
  const isSending = entries.some(({ id, kind, parked }) => !parked && (id in progress || kind === 'checkout'))
  useBlockUpdates(online && isSending)
}

const noticeTextIds: Readonly<Record<string, string>> = {
  '#forgotten': 'device.forget.done',
  '#forgotten-here': 'device.forget.doneHere',
}

/** Id of the notice about the action that loaded this page; undefined when there is none. */
const loadNoticeId =
  initialQuery.get('share') === 'missed' ? 'device.share.missed' : noticeTextIds[location.hash]

function LoadNotice() {
  const text = useText()
  const hasTexts = usePageTexts(loadNoticeId !== undefined)
  const wasShown = useRef(false)
  useEffect(() => {
    if (!hasTexts || !loadNoticeId || wasShown.current) return
    wasShown.current = true
    showSnack({ text: text(loadNoticeId) })
    replaceUrl(location.pathname)
  }, [hasTexts, text])
  return null
}

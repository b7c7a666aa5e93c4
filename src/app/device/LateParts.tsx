import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { savedEvent } from '../../features/events/index.ts'
import { prefetchFaceModel } from '../../features/selfie/index.ts'
import { badgeCount, showBadge } from '../../lib/badge.ts'
import { useText } from '../../platform/language/index.ts'
import { openedWith, renamePage, usePath } from '../../platform/navigation/index.ts'
import { showSnack } from '../../platform/notices/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { useOpenSelfies, useOutbox } from '../../platform/outbox/index.ts'
import { device } from '../../platform/storage/index.ts'
import { useHoldUpdates } from '../../platform/updates/index.ts'
import { Followers } from '../Followers.tsx'
import { Messages } from '../Messages.tsx'
import { InstallOffer } from './InstallOffer.tsx'
import { usePageTexts } from './use-page-texts.ts'
import { Voice } from './Voice.tsx'

/** Parts of the frame that nobody misses in the first second. */
export function LateParts() {
  useBadge()
  useHoldWhileSending()
  useFaceModelPrefetch()
  return (
    <>
      <Followers />
      <Messages />
      <Voice />
      <InstallOffer />
      <Greeting />
    </>
  )
}

function useBadge(): void {
  const orders = useAtomValue(device.pendingOrders.atom).length
  const selfies = useOpenSelfies()
  const count = badgeCount(selfies, orders)
  useEffect(() => showBadge(count), [count])
}

const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 10_000 }) : run()

/** Leaves the network to the photos of the event first. */
const prefetchAfterInMs = 5_000

/** Once an event with face search was looked at for a while, its selfies can be checked offline too. */
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

/** A new version waits while bytes go up or an order is being placed. */
function useHoldWhileSending(): void {
  const { entries, progress } = useOutbox()
  const online = useOnline()
  const isUnderWay = entries.some(({ id, kind, aside }) => !aside && (id in progress || kind === 'checkout'))
  useHoldUpdates(online && isUnderWay)
}

const wordOf: Readonly<Record<string, string>> = {
  '#forgotten': 'device.forget.done',
  '#forgotten-here': 'device.forget.doneHere',
}

/** What happened just before this page began. */
const greetingId = openedWith.get('share') === 'missed' ? 'device.share.missed' : wordOf[location.hash]

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

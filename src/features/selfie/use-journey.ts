import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { withinLimit } from '../../lib/memory/limit.ts'
import { reportError } from '../../platform/errors/index.ts'
import { checkPicture } from './check/check.ts'
import { consentGivenAtom, giveConsent, isConsentGiven } from './consent.ts'
import { followSelfie } from './follow.ts'
import { doingAfter, journeyOf, startOfDoing } from './journey.ts'
import { isAnyUnsent } from './keep.ts'
import { keepSoon } from './keep-soon.ts'
import { readKeptSelfies, type Whereabouts } from './kept-selfies.ts'
import { takeOutcome } from './outcome.ts'
import { sendDirectly } from './send.ts'
import { shrinkPicture } from './shrink.ts'
import { useSharedPicture } from './use-shared-picture.ts'

const memoryLimitInMs = 5_000

/** A picture as it would go up. */
interface Prepared {
  picture: Blob
  /** This device could not look for a face in it. */
  unchecked: boolean
}

/** Walks a picture from the camera into the keeping of this device; from there on `place` tells where it is. */
export function useJourney(event: Event | undefined, { place }: Whereabouts, onAnswered: () => void) {
  const [doing, tell] = useReducer(doingAfter, undefined, () => startOfDoing(isConsentGiven()))
  const [still, setStill] = useState<string>()
  const [mirrored, setMirrored] = useState(false)
  const [directShare, setDirectShare] = useState<number>()
  /** Taken before the event was known. */
  const early = useRef<Blob>(undefined)
  const prepared = useRef<Prepared>(undefined)
  const running = useRef<AbortController>(undefined)
  const isGiven = useAtomValue(consentGivenAtom)
  useEffect(() => {
    if (isGiven) tell({ is: 'agreed' })
  }, [isGiven])
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => () => URL.revokeObjectURL(still ?? ''), [still])

  /** What was under way before is given up. */
  const begin = (): AbortSignal => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  const attempt = async (work: (signal: AbortSignal) => Promise<void>) => {
    const signal = begin()
    try {
      await work(signal)
    } catch (error) {
      if (signal.aborted) return
      if (isApiError(error)) return tell({ is: 'refused', code: error.code })
      reportError(error)
      tell({ is: 'refused', code: 'Unexpected' })
    }
  }

  const take = async (picture: Blob, seen: { mirrored?: boolean } = {}) => {
    tell({ is: 'picture' })
    setStill(URL.createObjectURL(picture))
    setMirrored(seen.mirrored ?? false)
    if (event) await prepare(picture)
    else early.current = picture
  }

  const prepare = (picture: Blob) =>
    attempt(async (signal) => {
      const small = await shrinkPicture(picture, signal)
      const verdict = await checkPicture(small, signal)
      prepared.current = { picture: small, unchecked: verdict.is === 'unchecked' }
      if (verdict.is === 'fault') return tell({ is: 'refused', code: verdict.code, insist: true })
      await keepOrAsk(prepared.current, signal)
    })

  const prepareEarly = useEffectEvent(() => {
    const picture = early.current
    early.current = undefined
    if (picture) void prepare(picture)
  })
  useEffect(() => {
    if (event) prepareEarly()
  }, [event])

  const keepOrAsk = async (picture: Prepared, signal: AbortSignal) => {
    if (!event) return
    // a device that keeps nothing, or gives no answer, has nothing waiting
    const othersWait = await withinLimit(isAnyUnsent(event.eventId), memoryLimitInMs).catch(() => false)
    signal.throwIfAborted()
    if (othersWait) tell({ is: 'other waits' })
    else await keep(picture, signal)
  }

  const keep = async ({ picture, unchecked }: Prepared, signal: AbortSignal) => {
    if (!event) return
    try {
      await keepSoon(event, picture, { unchecked })
      await readKeptSelfies()
      tell({ is: 'kept' })
    } catch (error) {
      if (!isApiError(error, 'DeviceFull', 'MemoryLost')) throw error
      tell({ is: 'not kept' })
      await goDirectly(event, picture, signal)
    }
  }

  const goDirectly = async ({ albumId, eventId }: Event, picture: Blob, signal: AbortSignal) => {
    const first = await sendDirectly(albumId, picture, { signal, onShare: setDirectShare })
    const selfie = await followSelfie(first, { signal })
    takeOutcome(eventId, selfie)
    onAnswered()
  }

  const withPrepared = async (work: (picture: Prepared, signal: AbortSignal) => Promise<void>) => {
    const picture = prepared.current
    if (picture) await attempt((signal) => work(picture, signal))
    else tell({ is: 'again' })
  }

  useSharedPicture(event !== undefined && doing.is === 'following', take)

  return {
    journey: journeyOf(doing, place),
    place,
    still,
    /** The still is shown as in a mirror, because it was seen so when it was taken. */
    mirrored,
    /** Waits for her word whether it may take the place of the selfie that is not sent yet. */
    replacing: doing.is === 'replacing',
    directShare,
    take,
    /** Against the word of this device alone. */
    sendAnyway: () => {
      tell({ is: 'insisted' })
      return withPrepared(keepOrAsk)
    },
    replace: () => {
      tell({ is: 'replaced' })
      return withPrepared(keep)
    },
    /** To the camera; what is kept stays until there is another picture. */
    again: () => {
      running.current?.abort()
      early.current = undefined
      tell({ is: 'again' })
    },
    leaveAsItWas: () => tell({ is: 'left as it was' }),
    agree: () => {
      giveConsent()
      tell({ is: 'agreed' })
    },
  }
}

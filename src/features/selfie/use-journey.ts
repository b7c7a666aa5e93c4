import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { withinLimit } from '../../lib/memory/limit.ts'
import { reportError } from '../../platform/errors/index.ts'
import { isAhead } from '../events/index.ts'
import { checkPicture } from './check/check.ts'
import { followSelfie } from './follow.ts'
import { initialCapture, nextCapture, toJourney } from './journey.ts'
import { takeOutcome } from './outcome.ts'
import { sendDirectly } from './send.ts'
import { shrinkPicture } from './shrink.ts'
import { isAnyUnsent } from './store-selfie.ts'
import { storeWithTimeout } from './store-with-timeout.ts'
import { type NewestSelfie, readStoredSelfies } from './stored-selfies.ts'
import { useSharedPicture } from './use-shared-picture.ts'
import { useWaitingPicture } from './use-waiting-picture.ts'
import { deleteWaitingSelfie, storeWaitingSelfie } from './waiting.ts'

const memoryLimitInMs = 5_000

/** Describes a picture ready for upload. */
interface Prepared {
  picture: Blob
  /** Whether this device could not check it for a face. */
  unchecked: boolean
}

/** Runs the flow of a picture from the camera to local storage; from there on `status` describes it. */
export function useJourney(
  event: Event | undefined,
  { status }: NewestSelfie,
  on: {
    answered: () => void
    /** The picture is stored for an event without photos, and is not sent. */
    persisted: () => void
  },
) {
  const [openedOn] = useState(() => new Date())
  const stays = event !== undefined && isAhead(event, openedOn)
  const [capture, dispatch] = useReducer(nextCapture, initialCapture)
  const [still, setStill] = useState<string>()
  const [mirrored, setMirrored] = useState(false)
  const [directShare, setDirectShare] = useState<number>()
  /** Taken before the event was loaded. */
  const pendingPicture = useRef<Blob>(undefined)
  const prepared = useRef<Prepared>(undefined)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => () => URL.revokeObjectURL(still ?? ''), [still])

  /** Aborts the previous run and returns the signal of the new one. */
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
      if (isApiError(error)) return dispatch({ type: 'refused', code: error.code })
      reportError(error)
      dispatch({ type: 'refused', code: 'Unexpected' })
    }
  }

  const take = async (picture: Blob, seen: { mirrored?: boolean } = {}) => {
    dispatch({ type: 'picture' })
    setStill(URL.createObjectURL(picture))
    setMirrored(seen.mirrored ?? false)
    if (event) await prepare(picture)
    else pendingPicture.current = picture
  }

  const prepare = (picture: Blob) =>
    attempt(async (signal) => {
      const small = await shrinkPicture(picture, signal)
      const verdict = await checkPicture(small, signal)
      prepared.current = { picture: small, unchecked: verdict.type === 'unchecked' }
      if (verdict.type === 'fault') return dispatch({ type: 'refused', code: verdict.code, insist: true })
      await keepOrAsk(prepared.current, signal)
    })

  const prepareEarly = useEffectEvent(() => {
    const picture = pendingPicture.current
    pendingPicture.current = undefined
    if (picture) void prepare(picture)
  })
  useEffect(() => {
    if (event) prepareEarly()
  }, [event])

  const keepOrAsk = async (picture: Prepared, signal: AbortSignal) => {
    if (!event) return
    if (stays) {
      await storeWaitingSelfie(event, picture.picture)
      return on.persisted()
    }
    // storage that fails or does not answer counts as empty
    const othersWait = await withinLimit(isAnyUnsent(event.eventId), memoryLimitInMs).catch(() => false)
    signal.throwIfAborted()
    if (othersWait) dispatch({ type: 'other waits' })
    else await storeSelfie(picture, signal)
  }

  const storeSelfie = async ({ picture, unchecked }: Prepared, signal: AbortSignal) => {
    if (!event) return
    try {
      await storeWithTimeout(event, picture, { unchecked })
      await readStoredSelfies()
      await deleteWaitingSelfie(event.eventId).catch(() => {})
      dispatch({ type: 'kept' })
    } catch (error) {
      if (!isApiError(error, 'DeviceFull', 'MemoryLost')) throw error
      dispatch({ type: 'not kept' })
      await goDirectly(event, picture, signal)
    }
  }

  const goDirectly = async ({ albumId, eventId }: Event, picture: Blob, signal: AbortSignal) => {
    const first = await sendDirectly(albumId, picture, { signal, onShare: setDirectShare })
    const selfie = await followSelfie(first, { signal })
    takeOutcome(eventId, selfie)
    on.answered()
  }

  const withPrepared = async (work: (picture: Prepared, signal: AbortSignal) => Promise<void>) => {
    const picture = prepared.current
    if (picture) await attempt((signal) => work(picture, signal))
    else dispatch({ type: 'again' })
  }

  const mayTake = event !== undefined && capture.type === 'following'
  useSharedPicture(mayTake, take)
  useWaitingPicture(mayTake && !stays ? event.eventId : undefined, take)

  return {
    journey: toJourney(capture, status),
    status,
    /** Whether the picture stays on this device and is not sent. */
    stays,
    still,
    /** The still is shown mirrored, because the preview was mirrored when it was taken. */
    mirrored,
    /** Waits for the runner to confirm that the unsent selfie may be replaced. */
    replacing: capture.type === 'replacing',
    directShare,
    take,
    /** Sends a picture that only this device refuses. */
    sendAnyway: () => {
      dispatch({ type: 'insisted' })
      return withPrepared(keepOrAsk)
    },
    replace: () => {
      dispatch({ type: 'replaced' })
      return withPrepared(storeSelfie)
    },
    /** Returns to the camera; a stored selfie stays until there is another picture. */
    again: () => {
      running.current?.abort()
      pendingPicture.current = undefined
      dispatch({ type: 'again' })
    },
    leaveAsItWas: () => dispatch({ type: 'left as it was' }),
  }
}

import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { withinLimit } from '../../lib/memory/limit.ts'
import { reportError } from '../../platform/errors/index.ts'
import { isUpcoming } from '../events/index.ts'
import { initialCapture, nextCapture, toSelfieScreen } from './capture/capture-state.ts'
import { checkPicture } from './check/check.ts'
import { applyOutcome } from './result/outcome.ts'
import { type NewestSelfie, readStoredSelfies } from './result/stored-selfies.ts'
import { pollSelfie } from './upload/poll-selfie.ts'
import { shrinkPicture } from './upload/shrink.ts'
import { hasUnsentSelfie } from './upload/store-selfie.ts'
import { storeWithTimeout } from './upload/store-with-timeout.ts'
import { uploadDirectly } from './upload/upload-directly.ts'
import { useSharedPicture } from './upload/use-shared-picture.ts'
import { useWaitingPicture } from './upload/use-waiting-picture.ts'
import { deleteWaitingSelfie, storeWaitingSelfie } from './upload/waiting-selfie.ts'

const storageReadLimitInMs = 5_000

/** Describes a picture ready for upload. */
interface PreparedPicture {
  picture: Blob
  /** Whether this device could not check it for a face. */
  unchecked: boolean
}

/** Runs the flow of a picture from the camera to local storage; from there on `status` describes it. */
export function useSelfieFlow(
  event: Event | undefined,
  { status }: NewestSelfie,
  callbacks: {
    onAnswered: () => void
    /** The picture is stored for an event without photos, and is not sent. */
    onStored: () => void
  },
) {
  const [openedAt] = useState(() => new Date())
  const isOnDeviceOnly = event !== undefined && isUpcoming(event, openedAt)
  const [capture, dispatch] = useReducer(nextCapture, initialCapture)
  const [still, setStill] = useState<string>()
  const [mirrored, setMirrored] = useState(false)
  const [directShare, setDirectShare] = useState<number>()
  /** Taken before the event was loaded. */
  const pendingPicture = useRef<Blob>(undefined)
  const preparedPicture = useRef<PreparedPicture>(undefined)
  const runController = useRef<AbortController>(undefined)
  useEffect(() => () => runController.current?.abort(), [])
  useEffect(() => () => URL.revokeObjectURL(still ?? ''), [still])

  /** Aborts the previous run and returns the signal of the new one. */
  const startRun = (): AbortSignal => {
    runController.current?.abort()
    runController.current = new AbortController()
    return runController.current.signal
  }

  const attempt = async (action: (signal: AbortSignal) => Promise<void>) => {
    const signal = startRun()
    try {
      await action(signal)
    } catch (error) {
      if (signal.aborted) return
      if (isApiError(error)) return dispatch({ type: 'refused', code: error.code })
      reportError(error)
      dispatch({ type: 'refused', code: 'Unexpected' })
    }
  }

  const processPicture = async (picture: Blob, preview: { mirrored?: boolean } = {}) => {
    dispatch({ type: 'picture' })
    setStill(URL.createObjectURL(picture))
    setMirrored(preview.mirrored ?? false)
    if (event) await preparePicture(picture)
    else pendingPicture.current = picture
  }

  const preparePicture = (picture: Blob) =>
    attempt(async (signal) => {
      const compressed = await shrinkPicture(picture, signal)
      const verdict = await checkPicture(compressed, signal)
      preparedPicture.current = { picture: compressed, unchecked: verdict.type === 'unchecked' }
      if (verdict.type === 'fault')
        return dispatch({ type: 'refused', code: verdict.code, maySendAnyway: true })
      await storeOrAsk(preparedPicture.current, signal)
    })

  const preparePending = useEffectEvent(() => {
    const picture = pendingPicture.current
    pendingPicture.current = undefined
    if (picture) void preparePicture(picture)
  })
  useEffect(() => {
    if (event) preparePending()
  }, [event])

  const storeOrAsk = async (picture: PreparedPicture, signal: AbortSignal) => {
    if (!event) return
    if (isOnDeviceOnly) {
      await storeWaitingSelfie(event, picture.picture)
      return callbacks.onStored()
    }
    // storage that fails or does not answer counts as empty
    const hasUnsent = await withinLimit(hasUnsentSelfie(event.eventId), storageReadLimitInMs).catch(
      () => false,
    )
    signal.throwIfAborted()
    if (hasUnsent) dispatch({ type: 'other waits' })
    else await storeSelfie(picture, signal)
  }

  const storeSelfie = async ({ picture, unchecked }: PreparedPicture, signal: AbortSignal) => {
    if (!event) return
    try {
      await storeWithTimeout(event, picture, { unchecked })
      await readStoredSelfies()
      await deleteWaitingSelfie(event.eventId).catch(() => {})
      dispatch({ type: 'kept' })
    } catch (error) {
      if (!isApiError(error, 'DeviceFull', 'MemoryLost')) throw error
      dispatch({ type: 'not kept' })
      await uploadAndApply(event, picture, signal)
    }
  }

  const uploadAndApply = async ({ albumId, eventId }: Event, picture: Blob, signal: AbortSignal) => {
    const firstAnswer = await uploadDirectly(albumId, picture, { signal, onProgress: setDirectShare })
    const selfie = await pollSelfie(firstAnswer, { signal })
    applyOutcome(eventId, selfie)
    callbacks.onAnswered()
  }

  const runWithPrepared = async (
    action: (picture: PreparedPicture, signal: AbortSignal) => Promise<void>,
  ) => {
    const picture = preparedPicture.current
    if (picture) await attempt((signal) => action(picture, signal))
    else dispatch({ type: 'again' })
  }

  const mayTake = event !== undefined && capture.type === 'following'
  useSharedPicture(mayTake, processPicture)
  useWaitingPicture(mayTake && !isOnDeviceOnly ? event.eventId : undefined, processPicture)

  return {
    screen: toSelfieScreen(capture, status),
    status,
    /** Whether the picture stays on this device and is not sent. */
    isOnDeviceOnly,
    still,
    /** The still is shown mirrored, because the preview was mirrored when it was taken. */
    mirrored,
    /** Waits for the runner to confirm that the unsent selfie may be replaced. */
    isReplacing: capture.type === 'replacing',
    directShare,
    processPicture,
    /** Sends a picture that only this device refuses. */
    sendAnyway: () => {
      dispatch({ type: 'insisted' })
      return runWithPrepared(storeOrAsk)
    },
    replace: () => {
      dispatch({ type: 'replaced' })
      return runWithPrepared(storeSelfie)
    },
    /** Returns to the camera; a stored selfie stays until there is another picture. */
    retake: () => {
      runController.current?.abort()
      pendingPicture.current = undefined
      dispatch({ type: 'again' })
    },
    cancelReplacement: () => dispatch({ type: 'left as it was' }),
  }
}

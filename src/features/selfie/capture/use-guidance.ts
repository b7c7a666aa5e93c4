import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FaceBox } from '../../../ui/camera/OvalBezel.tsx'
import { checkFrame, loadChecker } from '../check/check.ts'
import {
  computeProgress,
  type Guidance,
  initialGuidance,
  pauseAfterRefusal,
  updateGuidance,
} from '../check/guidance.ts'
import { judgeFrame } from '../check/judge.ts'
import { computeVisiblePart } from './visible-part.ts'

interface GuidanceOptions {
  /** Enables the checks: the camera shows a frame, and no picture is being processed. */
  isActive: boolean
  /** Whether automatic shooting is on. */
  isAutoCapture: boolean
  /** A new value for each refused picture. */
  refusal: unknown
  video: () => HTMLVideoElement | null | undefined
  onCapture: () => void
}

/** Limits the checks to five per second. */
const minCheckIntervalInMs = 200
/** Returns the pause after a check; on a slow phone it is at least as long as the check took. */
const computePauseInMs = (durationInMs: number) =>
  Math.max(minCheckIntervalInMs - durationInMs, durationInMs, 30)

const noFaces: FaceBox[] = []

/** Checks camera frames and returns guidance; stays empty where the device cannot run the checks. */
export function useGuidance({ isActive, isAutoCapture, refusal, video, onCapture }: GuidanceOptions) {
  const [guidance, setGuidance] = useState(initialGuidance)
  const [faces, setFaces] = useState(noFaces)
  const currentGuidance = useRef<Guidance>(initialGuidance)

  const updateGuidanceState = (next: Guidance) => {
    currentGuidance.current = next
    setGuidance(next)
  }
  const checkCurrentFrame = useEffectEvent(async (signal: AbortSignal) => {
    const videoElement = video()
    if (!videoElement || isCovered()) return
    const capturedAt = performance.now()
    const part = computeVisiblePart({ width: videoElement.videoWidth, height: videoElement.videoHeight })
    const { detection, width, height } = await checkFrame(videoElement, part)
    if (!detection || signal.aborted || isCovered()) return
    const verdict = judgeFrame(detection, { width, height })
    setFaces(
      verdict === 'several' ? detection.faces.map((face) => toRelativeBox(face, { width, height })) : noFaces,
    )
    const before = currentGuidance.current
    updateGuidanceState(
      updateGuidance(before, { capturedAt, verdict, face: detection.faces[0] }, isAutoCapture),
    )
    if (currentGuidance.current.shouldCapture && !before.shouldCapture) onCapture()
  })

  useEffect(() => {
    if (!isActive) return undefined
    const abortController = new AbortController()
    void runChecks(checkCurrentFrame, abortController.signal)
    return () => {
      abortController.abort()
      setFaces(noFaces)
      // resets the guidance, but keeps the rest after a refusal
      currentGuidance.current = { ...initialGuidance, pause: currentGuidance.current.pause }
      setGuidance(currentGuidance.current)
    }
  }, [isActive])
  const startPause = useEffectEvent(() =>
    updateGuidanceState(pauseAfterRefusal(currentGuidance.current, performance.now())),
  )
  useEffect(() => {
    if (refusal !== undefined) startPause()
  }, [refusal])

  return {
    verdict: guidance.shownVerdict,
    isPaused: guidance.pause !== undefined,
    faces,
    progress: useProgress(guidance),
  }
}

async function runChecks(
  checkCurrentFrame: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (!(await loadChecker())) return
  while (!signal.aborted) {
    const start = performance.now()
    // a frame that cannot be read is skipped
    await checkCurrentFrame(signal).catch(() => undefined)
    const pauseInMs = computePauseInMs(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, pauseInMs))
  }
}

/** Returns whether a modal covers the camera, or the page is hidden. */
const isCovered = () => document.hidden || document.querySelector('[aria-modal]') !== null

const toRelativeBox = (
  face: { x: number; y: number; width: number; height: number },
  frameSize: { width: number; height: number },
): FaceBox => ({
  x: face.x / frameSize.width,
  y: face.y / frameSize.height,
  width: face.width / frameSize.width,
  height: face.height / frameSize.height,
})

/** Interpolates the progress between two checks, so that the ticks fill smoothly. */
function useProgress(guidance: Guidance): number {
  const [now, setNow] = useState(0)
  const isSteady = guidance.steadySince !== undefined
  useEffect(() => {
    if (!isSteady) return undefined
    const timer = setInterval(() => setNow(performance.now()), 50)
    return () => clearInterval(timer)
  }, [isSteady])
  return computeProgress(guidance, now)
}

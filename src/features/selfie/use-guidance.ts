import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FaceBox } from '../../ui/camera/OvalBezel.tsx'
import { checkSight, openChecker } from './check/check.ts'
import { computeProgress, firstGuidance, type Guidance, guidanceAfter, restAfter } from './check/guidance.ts'
import { judgeSight } from './check/judge.ts'
import { visiblePart } from './visible-part.ts'

interface Wanted {
  /** Enables the checks: the camera shows a frame, and no picture is being processed. */
  on: boolean
  /** Whether automatic shooting is on. */
  takesItself: boolean
  /** A new value for each refused picture. */
  refusal: unknown
  video: () => HTMLVideoElement | null | undefined
  onShoot: () => void
}

/** Limits the checks to five per second. */
const gapInMs = 200
/** Returns the pause after a check; on a slow phone it is at least as long as the check took. */
const toPauseInMs = (tookInMs: number) => Math.max(gapInMs - tookInMs, tookInMs, 30)

const noFaces: FaceBox[] = []

/** Checks camera frames and returns guidance; stays empty where the device cannot run the checks. */
export function useGuidance({ on, takesItself, refusal, video, onShoot }: Wanted) {
  const [guidance, setGuidance] = useState(firstGuidance)
  const [faces, setFaces] = useState(noFaces)
  const current = useRef<Guidance>(firstGuidance)

  const put = (next: Guidance) => {
    current.current = next
    setGuidance(next)
  }
  const look = useEffectEvent(async (signal: AbortSignal) => {
    const playing = video()
    if (!playing || isCovered()) return
    const at = performance.now()
    const part = visiblePart({ width: playing.videoWidth, height: playing.videoHeight })
    const { seen, width, height } = await checkSight(playing, part)
    if (!seen || signal.aborted || isCovered()) return
    const sight = judgeSight(seen, { width, height })
    setFaces(sight === 'several' ? seen.faces.map((face) => toRelativeBox(face, { width, height })) : noFaces)
    const before = current.current
    put(guidanceAfter(before, { at, sight, face: seen.faces[0] }, takesItself))
    if (current.current.shoots && !before.shoots) onShoot()
  })

  useEffect(() => {
    if (!on) return undefined
    const ended = new AbortController()
    void watch(look, ended.signal)
    return () => {
      ended.abort()
      setFaces(noFaces)
      // resets the guidance, but keeps the rest after a refusal
      current.current = { ...firstGuidance, rest: current.current.rest }
      setGuidance(current.current)
    }
  }, [on])
  const rest = useEffectEvent(() => put(restAfter(current.current, performance.now())))
  useEffect(() => {
    if (refusal !== undefined) rest()
  }, [refusal])

  return { says: guidance.says, rests: guidance.rest !== undefined, faces, progress: useProgress(guidance) }
}

async function watch(look: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  if (!(await openChecker())) return
  while (!signal.aborted) {
    const start = performance.now()
    // a frame that cannot be read is skipped
    await look(signal).catch(() => undefined)
    const pauseInMs = toPauseInMs(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, pauseInMs))
  }
}

/** Returns whether a modal covers the camera, or the page is hidden. */
const isCovered = () => document.hidden || document.querySelector('[aria-modal]') !== null

const toRelativeBox = (
  face: { x: number; y: number; width: number; height: number },
  whole: { width: number; height: number },
): FaceBox => ({
  x: face.x / whole.width,
  y: face.y / whole.height,
  width: face.width / whole.width,
  height: face.height / whole.height,
})

/** Interpolates the progress between two checks, so that the ticks fill smoothly. */
function useProgress(guidance: Guidance): number {
  const [now, setNow] = useState(0)
  const holds = guidance.steadySince !== undefined
  useEffect(() => {
    if (!holds) return undefined
    const timer = setInterval(() => setNow(performance.now()), 50)
    return () => clearInterval(timer)
  }, [holds])
  return computeProgress(guidance, now)
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FaceBox } from '../../ui/camera/OvalBezel.tsx'
import { checkSight, openChecker } from './check/check.ts'
import { firstGuidance, type Guidance, guidanceAfter, progressOf, restAfter } from './check/guidance.ts'
import { judgeSight } from './check/judge.ts'
import { visiblePart } from './visible-part.ts'

interface Wanted {
  /** The camera shows something, and nothing else is under way. */
  on: boolean
  /** The pictures take themselves. */
  takesItself: boolean
  /** Changes with each refused picture. */
  refusal: unknown
  video: () => HTMLVideoElement | null | undefined
  onShoot: () => void
}

/** At most so many looks in a second … */
const gapInMs = 200
/** … and on a slow phone at least as long a pause as the look took. */
const pauseOf = (tookInMs: number) => Math.max(gapInMs - tookInMs, tookInMs, 30)

const noFaces: FaceBox[] = []

/** Looks at what the camera shows and says what to do; nothing at all where the device cannot. */
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
    setFaces(sight === 'several' ? seen.faces.map((face) => shareOf(face, { width, height })) : noFaces)
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
      // what was seen is over; only the rest after a refusal goes on
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
    // a frame that cannot be read is followed by others
    await look(signal).catch(() => undefined)
    const pauseInMs = pauseOf(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, pauseInMs))
  }
}

/** A sheet lies over the camera, or nobody looks. */
const isCovered = () => document.hidden || document.querySelector('[aria-modal]') !== null

const shareOf = (
  face: { x: number; y: number; width: number; height: number },
  whole: { width: number; height: number },
): FaceBox => ({
  x: face.x / whole.width,
  y: face.y / whole.height,
  width: face.width / whole.width,
  height: face.height / whole.height,
})

/** The ticks fill smoothly between two looks. */
function useProgress(guidance: Guidance): number {
  const [now, setNow] = useState(0)
  const holds = guidance.steadySince !== undefined
  useEffect(() => {
    if (!holds) return undefined
    const timer = setInterval(() => setNow(performance.now()), 50)
    return () => clearInterval(timer)
  }, [holds])
  return progressOf(guidance, now)
}

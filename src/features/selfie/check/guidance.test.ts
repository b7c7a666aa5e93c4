import { describe, expect, it } from 'vitest'
import type { Box } from './boxes.ts'
import {
  computeProgress,
  type Guidance,
  initialGuidance,
  pauseAfterRefusal,
  updateGuidance,
} from './guidance.ts'
import type { FrameVerdict } from './judge.ts'

const faceBox: Box = { x: 100, y: 100, width: 200, height: 240 }
const createBox = (x: number): Box => ({ ...faceBox, x })

/** Simulates a frame every 200 ms on a separate clock. */
class FakeCamera {
  now = 0
  guidance: Guidance = initialGuidance
  isAutoCapture = true
  captureCount = 0

  showFrames(
    verdict: FrameVerdict,
    times = 1,
    face: Box | undefined = verdict === 'none' ? undefined : faceBox,
  ): this {
    for (let frame = 0; frame < times; frame++) {
      const before = this.guidance
      this.guidance = updateGuidance(before, { capturedAt: this.now, verdict, face }, this.isAutoCapture)
      if (this.guidance.shouldCapture && !before.shouldCapture) this.captureCount++
      this.now += 200
    }
    return this
  }

  refuseCapture(): this {
    this.guidance = pauseAfterRefusal(this.guidance, this.now)
    return this
  }
}

describe('the guidance text', () => {
  it('is empty at first, and then shows a state that has lasted for 400 ms', () => {
    const camera = new FakeCamera().showFrames('none', 2)
    expect(camera.guidance.shownVerdict).toBeUndefined()
    expect(camera.showFrames('none').guidance.shownVerdict).toBe('none')
  })

  it('ignores short changes', () => {
    const camera = new FakeCamera()
      .showFrames('none', 3)
      .showFrames('dark', 2)
      .showFrames('none')
      .showFrames('dark', 2)
      .showFrames('none')
    expect(camera.guidance.shownVerdict).toBe('none')
  })

  it('shows one hint after another', () => {
    const camera = new FakeCamera().showFrames('none', 3).showFrames('several', 3)
    expect(camera.guidance.shownVerdict).toBe('several')
    expect(camera.showFrames('dark', 3).guidance.shownVerdict).toBe('dark')
  })
})

describe('the automatic picture', () => {
  it('is taken once, a second after the face is good and still', () => {
    const camera = new FakeCamera().showFrames('good', 3)
    expect(computeProgress(camera.guidance, camera.now)).toBeCloseTo(0.2)
    camera.showFrames('good', 4)
    expect(camera.captureCount).toBe(0)
    camera.showFrames('good')
    expect(camera.captureCount).toBe(1)
    expect(camera.showFrames('good', 20).captureCount).toBe(1)
  })

  it('restarts its second when the runner moves', () => {
    const camera = new FakeCamera().showFrames('good', 6).showFrames('good', 5, createBox(160))
    expect(camera.captureCount).toBe(0)
    expect(camera.showFrames('good', 1, createBox(160)).captureCount).toBe(1)
  })

  it('counts a slow drift as a movement', () => {
    const camera = new FakeCamera().showFrames('good', 3)
    for (let step = 0; step < 20; step++) camera.showFrames('good', 1, createBox(100 + step * 12))
    expect(camera.captureCount).toBe(0)
  })

  it('restarts its second after a single bad frame', () => {
    const camera = new FakeCamera().showFrames('good', 7).showFrames('blurred').showFrames('good', 5)
    expect(camera.guidance.shownVerdict).toBe('good')
    expect(camera.captureCount).toBe(0)
    expect(camera.showFrames('good').captureCount).toBe(1)
  })

  it('is never taken of several faces, without a face, in the dark or from afar', () => {
    for (const verdict of ['several', 'none', 'dark', 'bright', 'far', 'blurred'] as const)
      expect(new FakeCamera().showFrames(verdict, 50).captureCount).toBe(0)
  })

  it('is not taken when the runner has switched it off', () => {
    const camera = new FakeCamera()
    camera.isAutoCapture = false
    expect(camera.showFrames('good', 50).captureCount).toBe(0)
    expect(camera.guidance.shownVerdict).toBe('good')
    expect(computeProgress(camera.guidance, camera.now)).toBe(0)
  })

  it('measures its second by time, for any frame rate', () => {
    let guidance = initialGuidance
    const shots = [0, 1_500, 3_000, 4_500].map((now) => {
      guidance = updateGuidance(guidance, { capturedAt: now, verdict: 'good', face: faceBox }, true)
      return guidance.shouldCapture
    })
    expect(shots).toEqual([false, false, true, true])
  })
})

describe('after a refused picture', () => {
  const createRefusedCamera = () => new FakeCamera().showFrames('good', 8).refuseCapture()

  it('no picture is taken automatically while the runner does not move', () => {
    const camera = createRefusedCamera()
    expect(camera.captureCount).toBe(1)
    expect(camera.showFrames('good', 100).captureCount).toBe(1)
    expect(camera.guidance.pause).toBeDefined()
    expect(computeProgress(camera.guidance, camera.now)).toBe(0)
  })

  it('the next one is taken after the runner has moved and had time to read', () => {
    const camera = createRefusedCamera().showFrames('good', 2).showFrames('good', 10, createBox(220))
    expect(camera.captureCount).toBe(1)
    expect(camera.showFrames('good', 8, createBox(220)).captureCount).toBe(2)
  })

  it('stepping out of the picture and back is a movement', () => {
    expect(createRefusedCamera().showFrames('none', 15).showFrames('good', 8).captureCount).toBe(2)
  })

  it('a runner who was not in the refused picture need not move again', () => {
    const camera = new FakeCamera()
      .showFrames('none', 3)
      .refuseCapture()
      .showFrames('none', 3)
      .showFrames('good', 30)
    expect(camera.captureCount).toBe(1)
  })
})

import { describe, expect, it } from 'vitest'
import type { Box } from './boxes.ts'
import { computeProgress, firstGuidance, type Guidance, guidanceAfter, restAfter } from './guidance.ts'
import type { Sight } from './judge.ts'

const here: Box = { x: 100, y: 100, width: 200, height: 240 }
const at = (x: number): Box => ({ ...here, x })

/** Simulates a frame every 200 ms on a separate clock. */
class Camera {
  now = 0
  guidance: Guidance = firstGuidance
  takesItself = true
  shots = 0

  see(sight: Sight, times = 1, face: Box | undefined = sight === 'none' ? undefined : here): this {
    for (let look = 0; look < times; look++) {
      const before = this.guidance
      this.guidance = guidanceAfter(before, { at: this.now, sight, face }, this.takesItself)
      if (this.guidance.shoots && !before.shoots) this.shots++
      this.now += 200
    }
    return this
  }

  refuse(): this {
    this.guidance = restAfter(this.guidance, this.now)
    return this
  }
}

describe('the guidance text', () => {
  it('is empty at first, and then shows a state that has lasted for 400 ms', () => {
    const camera = new Camera().see('none', 2)
    expect(camera.guidance.says).toBeUndefined()
    expect(camera.see('none').guidance.says).toBe('none')
  })

  it('ignores short changes', () => {
    const camera = new Camera().see('none', 3).see('dark', 2).see('none').see('dark', 2).see('none')
    expect(camera.guidance.says).toBe('none')
  })

  it('shows one hint after another', () => {
    const camera = new Camera().see('none', 3).see('several', 3)
    expect(camera.guidance.says).toBe('several')
    expect(camera.see('dark', 3).guidance.says).toBe('dark')
  })
})

describe('the automatic picture', () => {
  it('is taken once, a second after the face is good and still', () => {
    const camera = new Camera().see('good', 3)
    expect(computeProgress(camera.guidance, camera.now)).toBeCloseTo(0.2)
    camera.see('good', 4)
    expect(camera.shots).toBe(0)
    camera.see('good')
    expect(camera.shots).toBe(1)
    expect(camera.see('good', 20).shots).toBe(1)
  })

  it('restarts its second when the runner moves', () => {
    const camera = new Camera().see('good', 6).see('good', 5, at(160))
    expect(camera.shots).toBe(0)
    expect(camera.see('good', 1, at(160)).shots).toBe(1)
  })

  it('counts a slow drift as a movement', () => {
    const camera = new Camera().see('good', 3)
    for (let step = 0; step < 20; step++) camera.see('good', 1, at(100 + step * 12))
    expect(camera.shots).toBe(0)
  })

  it('restarts its second after a single bad frame', () => {
    const camera = new Camera().see('good', 7).see('blurred').see('good', 5)
    expect(camera.guidance.says).toBe('good')
    expect(camera.shots).toBe(0)
    expect(camera.see('good').shots).toBe(1)
  })

  it('is never taken of several faces, without a face, in the dark or from afar', () => {
    for (const sight of ['several', 'none', 'dark', 'bright', 'far', 'blurred'] as const)
      expect(new Camera().see(sight, 50).shots).toBe(0)
  })

  it('is not taken when the runner has switched it off', () => {
    const camera = new Camera()
    camera.takesItself = false
    expect(camera.see('good', 50).shots).toBe(0)
    expect(camera.guidance.says).toBe('good')
    expect(computeProgress(camera.guidance, camera.now)).toBe(0)
  })

  it('measures its second by time, for any frame rate', () => {
    let guidance = firstGuidance
    const shots = [0, 1_500, 3_000, 4_500].map((now) => {
      guidance = guidanceAfter(guidance, { at: now, sight: 'good', face: here }, true)
      return guidance.shoots
    })
    expect(shots).toEqual([false, false, true, true])
  })
})

describe('after a refused picture', () => {
  const refused = () => new Camera().see('good', 8).refuse()

  it('no picture is taken automatically while the runner does not move', () => {
    const camera = refused()
    expect(camera.shots).toBe(1)
    expect(camera.see('good', 100).shots).toBe(1)
    expect(camera.guidance.rest).toBeDefined()
    expect(computeProgress(camera.guidance, camera.now)).toBe(0)
  })

  it('the next one is taken after the runner has moved and had time to read', () => {
    const camera = refused().see('good', 2).see('good', 10, at(220))
    expect(camera.shots).toBe(1)
    expect(camera.see('good', 8, at(220)).shots).toBe(2)
  })

  it('stepping out of the picture and back is a movement', () => {
    expect(refused().see('none', 15).see('good', 8).shots).toBe(2)
  })

  it('a runner who was not in the refused picture need not move again', () => {
    const camera = new Camera().see('none', 3).refuse().see('none', 3).see('good', 30)
    expect(camera.shots).toBe(1)
  })
})

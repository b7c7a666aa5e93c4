import { expect, test } from 'vitest'
import { onPhone } from './phone.ts'
import { agree, button } from './steps.ts'
import { say } from './words.ts'

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 390, height: 664 },
  { width: 844, height: 390 },
])
  test(
    `the preview of the camera is live and large enough to aim by at ${width}×${height}`,
    onPhone({ width, height }, async (phone) => {
      await agree(phone)
      await phone.until(() => {
        const video = document.querySelector('video')
        const stream = video?.srcObject
        const isLive = stream instanceof MediaStream && stream.active
        return isLive && video !== null && video.readyState >= 2 && video.videoWidth > 0 && !video.paused
      })
      // frames go on arriving
      const time = await phone.run(() => document.querySelector('video')?.currentTime ?? 0)
      await phone.until((time) => (document.querySelector('video')?.currentTime ?? 0) > time, time)
      const area = await phone.run(() => {
        const { width, height, top, bottom } =
          document.querySelector('video')?.getBoundingClientRect() ?? new DOMRect()
        return { width, height, top, isWithin: bottom <= innerHeight }
      })
      expect(area.width).toBeGreaterThan(100)
      expect(area.height).toBeGreaterThan(120)
      expect(area.top).toBeGreaterThanOrEqual(0)
      expect(area.isWithin).toBe(true)
      expect(await phone.run(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }),
  )

test(
  'a picture of the camera is taken, made smaller and looked at on the device',
  onPhone({}, async (phone) => {
    await agree(phone)
    await phone.press(button('selfie.shoot'))
    // the camera of the tests shows no face
    await phone.until(
      (title) => document.querySelector('main')?.textContent?.includes(title),
      say('selfie.fault.noFace'),
    )
    await phone.ready(button('selfie.sendAnyway'))
  }),
)

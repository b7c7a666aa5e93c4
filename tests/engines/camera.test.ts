import { expect, test, vi } from 'vitest'
import { errorStatus } from '../../contract/errors.ts'
import type { Exchange } from './network.ts'
import { withPhone } from './phone.ts'
import { openCamera, toButton } from './steps.ts'
import { formatText } from './texts.ts'

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 390, height: 664 },
  { width: 844, height: 390 },
])
  test(
    `the preview of the camera is live and large enough to aim by at ${width}×${height}`,
    withPhone({ width, height }, async (phone) => {
      await openCamera(phone)
      await phone.waitFor(() => {
        const video = document.querySelector('video')
        const stream = video?.srcObject
        const isLive = stream instanceof MediaStream && stream.active
        return isLive && video !== null && video.readyState >= 2 && video.videoWidth > 0 && !video.paused
      })
      // frames keep arriving
      const time = await phone.run(() => document.querySelector('video')?.currentTime ?? 0)
      await phone.waitFor((time) => (document.querySelector('video')?.currentTime ?? 0) > time, time)
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

const isRefusedByService = ({ method, path, status }: Exchange) =>
  method === 'POST' && path.startsWith('/public/recognition/') && status === errorStatus.FaceNotFound

test(
  'the camera is looked through on the device, and a picture without a face is refused',
  withPhone({}, async (phone) => {
    await openCamera(phone)
    await phone.waitFor(
      (...sentences) =>
        sentences.some((sentence) => document.querySelector('main')?.textContent?.includes(sentence)),
      formatText('selfie.sight.none.text'),
      formatText('selfie.sight.dark.text'),
    )
    await phone.press(toButton('selfie.shoot'))
    // Firefox's fake camera shows changing colors. The device leaves the decision on a bright picture to the service
    await vi.waitFor(
      async () => {
        const isRefusedHere = await phone.run(
          (label) =>
            Array.from(document.querySelectorAll('main button')).some(
              ({ textContent }) => textContent?.trim() === label,
            ),
          formatText('selfie.sendAnyway'),
        )
        expect(isRefusedHere || phone.network.exchanges.some(isRefusedByService)).toBe(true)
      },
      { timeout: 30_000, interval: 100 },
    )
  }),
)

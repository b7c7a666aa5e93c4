// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { SelfieCapture } from './SelfieCapture.tsx'

const installedOnIos = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  maxTouchPoints: 5,
  standalone: true,
}

it('an app installed on iOS requests the camera only after a tap', async () => {
  const getUserMedia = vi.fn(() => new Promise<MediaStream>(() => undefined))
  vi.stubGlobal('navigator', Object.assign(installedOnIos, { mediaDevices: { getUserMedia } }))
  const resolved = () => Promise.resolve()
  await renderPart(
    <SelfieCapture
      event={undefined}
      screen={{ step: 'aim' }}
      isOnDeviceOnly={false}
      still={undefined}
      mirrored={false}
      processPicture={resolved}
      sendAnyway={resolved}
    />,
  )
  const button = await screen.findByRole('button', { name: 'Turn the camera on' })
  expect(getUserMedia).not.toHaveBeenCalled()
  fireEvent.click(button)
  expect(getUserMedia).toHaveBeenCalledOnce()
})

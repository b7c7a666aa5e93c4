// @vitest-environment happy-dom
import { createRef } from 'react'
import { expect, it } from 'vitest'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { CameraPreview } from './CameraPreview.tsx'
import type { CameraHandle } from './CameraView.tsx'
import type { CameraState } from './camera.ts'

const createPreview = (camera: CameraState | undefined) => (
  <CameraPreview
    ref={createRef<CameraHandle>()}
    camera={camera}
    onCameraState={() => undefined}
    attempt={0}
    facing="user"
    state="idle"
    progress={0}
    faces={[]}
  />
)

it('requests no camera before it is known whether it waits for a tap', async () => {
  const { container } = await renderPart(createPreview(undefined))
  expect(container.querySelector('video')).toBeNull()
})

it('requests the camera, unless it waits for a tap', async () => {
  const requested = await renderPart(createPreview('asking'))
  expect(requested.container.querySelector('video')).not.toBeNull()
  const notRequested = await renderPart(createPreview('unasked'))
  expect(notRequested.container.querySelector('video')).toBeNull()
})

// @vitest-environment happy-dom
import { createRef } from 'react'
import { expect, it } from 'vitest'
import { showPart } from '../../platform/language/show-part.tsx'
import type { CameraHandle } from './CameraView.tsx'
import type { Camera } from './camera.ts'
import { Finder } from './Finder.tsx'

const finder = (camera: Camera | undefined) => (
  <Finder
    ref={createRef<CameraHandle>()}
    camera={camera}
    onCamera={() => undefined}
    attempt={0}
    facing="user"
    state="idle"
    progress={0}
    faces={[]}
  />
)

it('requests no camera before it is known whether it waits for a tap', async () => {
  const { container } = await showPart(finder(undefined))
  expect(container.querySelector('video')).toBeNull()
})

it('requests the camera, unless it waits for a tap', async () => {
  const asked = await showPart(finder('asking'))
  expect(asked.container.querySelector('video')).not.toBeNull()
  const unasked = await showPart(finder('unasked'))
  expect(unasked.container.querySelector('video')).toBeNull()
})

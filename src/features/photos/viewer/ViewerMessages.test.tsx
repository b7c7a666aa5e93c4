// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { closeSnack, showSnack } from '../../../platform/notices/index.ts'
import { Viewer } from '../../../ui/viewer/Viewer.tsx'
import { ViewerMessages } from './ViewerMessages.tsx'

afterEach(() => {
  act(() => closeSnack(false))
  cleanup()
})

test('a message over the black viewer has the colors of its dark scheme, with its action', async () => {
  showSnack({ text: 'Photo removed', action: { label: 'Undo', act: () => {} } })
  await renderPart(
    <Viewer
      label="Photo"
      closeLabel="Close"
      previousLabel="Previous"
      nextLabel="Next"
      count={1}
      index={0}
      getItem={() => undefined}
      onIndexChange={() => {}}
      onClose={() => {}}
    >
      <ViewerMessages />
    </Viewer>,
  )
  const snack = (await screen.findByText('Photo removed')).closest('.pf-snack')
  // in the light scheme the snackbar is as black as the viewer, and its outline is lost
  const schemed = snack?.closest('[data-scheme]')
  expect(schemed?.getAttribute('data-scheme')).toBe('dark')
  expect(schemed).toBe(screen.getByRole('dialog', { name: 'Photo' }))
  expect(screen.getByRole('button', { name: 'Undo' }).closest('.pf-snack')).toBe(snack)
})

// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import { sampleEvent } from '../../../tests/support/data/album.ts'
import { PhotoAlertSheet } from './PhotoAlertSheet.tsx'

const iPhoneSafari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('in a tab of Safari on iOS it says that notifications need the installed app, and takes an e-mail', async () => {
  vi.stubGlobal('navigator', { userAgent: iPhoneSafari, maxTouchPoints: 5, serviceWorker: {}, onLine: true })
  await renderPart(<PhotoAlertSheet event={sampleEvent} by="number" onClose={vi.fn()} onSaved={vi.fn()} />)
  expect(await screen.findByText(/Install the app to get notifications/)).toBeTruthy()
  expect(screen.queryByText(/shows no notifications/)).toBeNull()
  expect(screen.getByRole('textbox', { name: /mail/i })).toBeTruthy()
})

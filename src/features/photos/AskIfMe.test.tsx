// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Photo } from '../../../contract/photos.ts'
import { aPhoto } from '../../../tests/support/data/album.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { AskIfMe } from './AskIfMe.tsx'

afterEach(cleanup)

async function pressed(match: Photo['match']) {
  const catalogue = await loadCatalogue('en')
  const page = render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <AskIfMe photo={{ ...aPhoto(1), match }} sayIfMe={() => undefined} />
    </LanguageProvider>,
  )
  const found = screen.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  page.unmount()
  return found
}

test('an answer is shown as given only when the runner gave it', async () => {
  expect(await pressed({ by: 'face', tier: 'sure' })).toEqual([])
  expect(await pressed({ by: 'face', tier: 'sure', itIsMe: true })).toEqual(['This is me'])
  expect(await pressed({ by: 'face', tier: 'maybe', itIsMe: false })).toEqual(['Not me'])
})

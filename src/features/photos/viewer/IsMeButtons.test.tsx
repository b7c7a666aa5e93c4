// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Photo } from '../../../../contract/photos.ts'
import { buildPhoto } from '../../../../tests/support/data/album.ts'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import { IsMeButtons } from './IsMeButtons.tsx'

afterEach(cleanup)

async function listPressedButtons(match: Photo['match']) {
  const catalogue = await loadCatalogue('en')
  const page = render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <IsMeButtons photo={{ ...buildPhoto(1), match }} answerIsMe={() => undefined} />
    </LanguageProvider>,
  )
  const labels = screen.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  page.unmount()
  return labels
}

test('an answer is shown as given only when the runner gave it', async () => {
  expect(await listPressedButtons({ by: 'face', tier: 'sure' })).toEqual([])
  expect(await listPressedButtons({ by: 'face', tier: 'sure', itIsMe: true })).toEqual(['This is me'])
  expect(await listPressedButtons({ by: 'face', tier: 'maybe', itIsMe: false })).toEqual(['Not me'])
})

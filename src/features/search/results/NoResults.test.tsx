// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import type { Language } from '../../../../contract/common.ts'
import type { Event } from '../../../../contract/events.ts'
import { renderPart } from '../../../../tests/support/browser/render-part.tsx'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import type { LastSearch } from '../../../platform/storage/index.ts'
import { addPerson, getPersistedPeople, type Person } from '../person/people.ts'
import { getNoResultsReason, NoResults } from './NoResults.tsx'

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))))
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
})

interface EventState {
  photos?: number
  ready?: number
  searchable?: boolean
}

const createEvent = ({ photos = 80, ready = 80, searchable = true }: EventState): Event =>
  ({
    ...{
      eventId: 'e1',
      title: 'Three Bridges',
      startsOn: '2026-09-12T14:30:00.000Z',
      localDay: '2026-09-12',
    },
    ...{ timeZone: 'Europe/Riga', city: 'Riga', cover: null, albumId: 'a1', catalogId: 'c1', points: [] },
    counts: { photos, videos: 0, competitors: 16 },
    features: { faceSearch: true, numberSearch: searchable, surnameSearch: searchable, preorder: false },
    processing: { photosTotal: 80, photosReady: ready },
  }) as unknown as Event

async function renderAndFindHeading(
  state: EventState,
  by: LastSearch['by'],
  language: Language,
): Promise<HTMLElement> {
  const catalogue = await loadCatalogue(language)
  render(
    <LanguageProvider start={{ language, catalogue }} languages={['ru', 'en', 'es']}>
      <NoResults event={createEvent(state)} by={by} />
    </LanguageProvider>,
  )
  return screen.findByRole('heading', { level: 1 })
}

const titles = {
  number: { ru: 'Фото не найдены', en: 'No photos found', es: 'No hay fotos' },
  face: { ru: 'Пока вас не нашли', en: 'Not found yet', es: 'Aún no te encontramos' },
}

type TextPatterns = Record<'ru' | 'en' | 'es', RegExp>

test.each<[string, EventState, 'face' | 'number', TextPatterns]>([
  [
    'that by face part of the photos are still being processed',
    { ready: 40 },
    'face',
    {
      ru: /^Часть фото ещё обрабатывается\. Загляните позже или попробуйте другое селфи\.$/,
      en: /^Some photos are still processing\. Come back later or try another selfie\.$/,
      es: /^Parte de las fotos sigue en proceso\./,
    },
  ],
  [
    'that the face was not found, and asks for another photo',
    {},
    'face',
    {
      ru: /^По лицу ничего не нашлось\. Попробуйте другое фото/,
      en: /^Nothing was found by face\. Try another photo/,
      es: /^No encontramos nada por la cara\. Prueba otra foto/,
    },
  ],
  [
    'that photos are not yet tagged',
    { ready: 40 },
    'number',
    {
      ru: /^Не все фото ещё размечены по номерам\./,
      en: /^Not all photos are tagged with numbers yet\./,
      es: /^Aún no todas las fotos tienen dorsal asignado\./,
    },
  ],
  [
    'that there are no photos of this participant',
    {},
    'number',
    {
      ru: /^Фото этого участника нет\./,
      en: /^There are no photos of this runner\./,
      es: /^No hay fotos de este participante\./,
    },
  ],
  [
    'that photos by number or surname come later',
    { searchable: false },
    'number',
    {
      ru: /^Фото по номеру и фамилии появятся позже\. Найдите себя по селфи\.$/,
      en: /^Photos by number or surname will be available later\. Use the face search\.$/,
      es: /^Las fotos por dorsal o apellido llegarán más tarde\. Usa la búsqueda por cara\.$/,
    },
  ],
])('a search without a result says %s', async (_description, state, by, patterns) => {
  for (const language of ['ru', 'en', 'es'] as const) {
    const heading = await renderAndFindHeading(state, by, language)
    expect(heading.textContent).toBe(titles[by][language])
    expect(screen.getByText(patterns[language])).toBeTruthy()
    expect(document.querySelector('a[href="/event/e1/selfie"]')).not.toBeNull()
    await vi.dynamicImportSettled()
    cleanup()
  }
})

test('people found before on this device are offered, without the one who has no photos now', async () => {
  const createPerson = (number: string): Person => ({
    last: { by: 'number', number },
    label: number,
    count: 3,
  })
  const people = getPersistedPeople('e1')
  onTestFinished(() => people.remove())
  people.write(addPerson([createPerson('128')], createPerson('7')))
  const event = createEvent({})
  const page = await renderPart(<NoResults event={event} by="number" last={createPerson('7').last} />, {
    path: '/search/e1/7',
  })
  const chips = within(screen.getByRole('group', { name: 'Earlier searches' })).getAllByRole('button')
  expect(chips.map(({ textContent }) => textContent)).toEqual(['1283'])
  fireEvent.click(screen.getByRole('button', { name: '128 3' }))
  expect(location.pathname).toBe('/search/e1/128')
  people.remove()
  page.unmount()
  await renderPart(<NoResults event={event} by="face" />)
  expect(screen.queryByRole('group', { name: 'Earlier searches' })).toBeNull()
})

describe('getNoResultsReason', () => {
  it('names photos still being processed first', () => {
    expect(getNoResultsReason(createEvent({ photos: 5, ready: 5 }), 'face')).toBe('processing')
    expect(getNoResultsReason(createEvent({ photos: 5, ready: 5 }), 'number')).toBe('notTagged')
  })

  it('distinguishes a face that was not found from a runner without photos', () => {
    expect(getNoResultsReason(createEvent({}), 'face')).toBe('notByFace')
    expect(getNoResultsReason(createEvent({}), 'surname')).toBe('notOfRunner')
    expect(getNoResultsReason(createEvent({ photos: 0 }), 'face')).toBe('noPhotos')
  })

  it('says that numbers come later where they cannot be searched', () => {
    expect(getNoResultsReason(createEvent({ searchable: false }), 'number')).toBe('numberLater')
  })
})

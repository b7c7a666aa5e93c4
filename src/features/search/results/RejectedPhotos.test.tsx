// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tenantHeader } from '../../../../contract/call.ts'
import type { Event } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { PeopleChips } from '../person/People.tsx'
import { addPerson, getPersistedPeople } from '../person/people.ts'
import { RejectedPhotos } from './RejectedPhotos.tsx'

const testEvent = { eventId: 'e', albumId: 'a', timeZone: 'Europe/Moscow', points: [] } as unknown as Event
const image = { url: '/media/x', width: 3, height: 2 }
const createPhoto = (index: number): Photo => ({
  ...{ photoId: `p${index}`, albumId: 'a', takenOn: null, point: null, tags: [] },
  ...{ width: 3, height: 2, preview: image, thumb: image },
})

const ownSearch = { by: 'number', number: '128' } as const
const queries: string[] = []
let denied = [createPhoto(1), createPhoto(2)]

beforeEach(() => {
  localStorage.clear()
  queries.length = 0
  denied = [createPhoto(1), createPhoto(2)]
  const token = { token: 't', expiresOn: '2030-01-01T00:00:00.000Z', total: 2 }
  getEventSearch('e').last.write(ownSearch)
  getEventSearch('e').token.write({ ...token, subject: { kind: 'number', label: '128' } })
  vi.stubGlobal('fetch', async (url: string) => {
    queries.push(new URL(url, 'http://shop').search)
    const responseBody = { items: denied, count: denied.length, total: denied.length }
    const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
    return new Response(JSON.stringify(responseBody), { headers })
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function renderElement(element: ReactNode) {
  const catalogue = await loadCatalogue('en')
  return render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <Suspense>{element}</Suspense>
    </LanguageProvider>,
  )
}

it('requests the denied photos, offers them to the runner, and restores one', async () => {
  const withdrawnIds: string[] = []
  const rejectedProps = {
    event: testEvent,
    last: ownSearch,
    rejectedThisVisit: [createPhoto(2), createPhoto(3)],
  }
  await renderElement(
    <RejectedPhotos
      {...rejectedProps}
      isDenialWithdrawn={() => false}
      onWithdrawDenial={({ photoId }) => withdrawnIds.push(photoId)}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Photos you removed' }))
  // denials of this visit are merged with those of the service, without duplicates
  await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
  expect(queries).toEqual(['?albumId=a&denied=only&count=100'])
  const [first] = screen.getAllByRole('button', { name: 'This is me, restore it' })
  fireEvent.click(first as HTMLElement)
  expect(withdrawnIds).toEqual(['p1'])
})

it('offers nothing where no photo was denied', async () => {
  denied = []
  const page = await renderElement(
    <RejectedPhotos
      event={testEvent}
      last={ownSearch}
      rejectedThisVisit={[]}
      isDenialWithdrawn={() => false}
      onWithdrawDenial={() => {}}
    />,
  )
  await vi.waitFor(() => expect(queries).toHaveLength(1))
  await act(async () => {})
  expect(page.container.textContent).toBe('')
})

it('shows nothing on a page without matches where no photo was denied', async () => {
  denied = []
  const page = await renderElement(
    <RejectedPhotos
      event={testEvent}
      last={ownSearch}
      rejectedThisVisit={[]}
      isDenialWithdrawn={() => false}
      onWithdrawDenial={() => {}}
      isInitiallyOpen
    />,
  )
  await vi.waitFor(() => expect(queries).toHaveLength(1))
  await act(async () => {})
  expect(page.container.textContent).toBe('')
})

it('lists all people found on this device, with links between them', async () => {
  const createPerson = (number: string, label: string) =>
    ({ last: { by: 'number', number }, label, count: 3 }) as const
  const mother = createPerson('128', '128 · Anna')
  getPersistedPeople('e').write(addPerson([mother], createPerson('7', '7 · Petya')))
  await renderElement(<PeopleChips event={testEvent} last={mother.last} count={3} selected />)
  expect(screen.getByRole('link', { name: /Anna/ }).getAttribute('aria-current')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: /Petya/ }))
  expect(location.pathname).toBe('/search/e/7')
})

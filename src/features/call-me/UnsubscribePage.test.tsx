// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { tenantHeader } from '../../../contract/call.ts'
import type { Settings } from '../../../contract/settings.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { UnsubscribePage } from './UnsubscribePage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const path = '/unsubscribe/0b9c1c6e-7a54-4d0a-9a5e-3f1d2c4b5a69'

async function openPage(status: number) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method }: { method: string }) => {
    requests.push(`${method} ${new URL(url, 'http://one.test').pathname}`)
    const problem = {
      type: 'about:blank',
      title: '',
      status,
      code: status === 404 ? 'NotFound' : 'Overloaded',
    }
    return new Response(status === 204 ? null : JSON.stringify(problem), {
      status,
      headers: { 'content-type': 'application/problem+json', [tenantHeader]: 'photofinish' },
    })
  })
  getDefaultStore().set(settingsAtom, { tenantName: 'Photofinish', theme: 'photofinish' } as Settings)
  const start = { language: 'en', catalogue: await loadCatalogue('en') } as const
  render(
    <Router hook={memoryLocation({ path }).hook}>
      <LanguageProvider start={start} languages={['en']}>
        <Route path="/unsubscribe/:id">
          <UnsubscribePage />
        </Route>
      </LanguageProvider>
    </Router>,
  )
  return requests
}

test('the unsubscribe link asks for confirmation before it stops the e-mails', async () => {
  const requests = await openPage(204)
  expect(requests).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Stop emails' }))
  expect(await screen.findByRole('heading', { name: 'No more emails' })).toBeTruthy()
  expect(requests).toEqual([expect.stringMatching(/^POST .+\/alerts\/0b9c1c6e-.+\/unsubscribe$/)])
})

test('a deleted alert counts as unsubscribed', async () => {
  await openPage(404)
  fireEvent.click(screen.getByRole('button', { name: 'Stop emails' }))
  expect(await screen.findByRole('heading', { name: 'No more emails' })).toBeTruthy()
})

test('shows that the service does not answer, and allows a retry', async () => {
  await openPage(503)
  fireEvent.click(screen.getByRole('button', { name: 'Stop emails' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Stop emails' })).toBeTruthy()
})

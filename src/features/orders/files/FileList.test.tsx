// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import { FileList } from './FileList.tsx'
import type { OrderFile } from './files.ts'
import { markFilesSeen } from './seen-files.ts'

const buildFile = (number: number, isNew?: true): OrderFile => ({
  key: `i/${number}.jpg`,
  kind: 'photo',
  repeat: 1,
  number,
  download: {
    ...{ fileName: `${number}.jpg`, url: `/files/${number}`, bytes: 1_000_000 },
    ...{ expiresOn: '2026-11-20T10:00:00.000Z', isNew },
  },
})
const files = [buildFile(1), buildFile(2, true), buildFile(3, true)]
const pictures = { getUrl: () => undefined, request: () => {} }

beforeEach(async () => {
  localStorage.clear()
  // there is no IndexedDB here, so nothing is cached
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <FileList orderId={crypto.randomUUID()} files={files} pictures={pictures} />
    </LanguageProvider>,
  )
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const findPlate = (name: string) => screen.queryByRole('region', { name })

test('counts and marks files added later, with a separate download', () => {
  expect(findPlate('2 new photos')).not.toBeNull()
  expect(screen.getAllByText('new', { exact: true })).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Open: Photo 1' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Open, new: Photo 2' })).toBeDefined()
  expect(screen.getByRole('button', { name: /^Download the new ones, 2\sMB$/ })).toBeDefined()
})

test('an opened photo is no longer new', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Open, new: Photo 3' }))
  expect(await screen.findByText('1 new photo')).toBeDefined()
  expect(screen.getAllByText('new', { exact: true })).toHaveLength(1)
})

test('marks all files as seen, and moves the focus to the list', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Mark as seen' }))
  expect(screen.queryByText(/new photo/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '3 files' }))
})

test('another order’s photos stay new', () => {
  markFilesSeen('another', files)
  expect(findPlate('2 new photos')).not.toBeNull()
})

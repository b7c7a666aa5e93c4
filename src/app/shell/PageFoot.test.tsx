// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderInShell, setWindowWidth } from '../../../tests/support/browser/render-in-shell.tsx'
import { PageFoot } from './PageFoot.tsx'

beforeEach(() => setWindowWidth(390))
afterEach(cleanup)

const findLinkHref = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

test('the foot names the legal entity, leads to the policy, and to support with the tag as the subject', async () => {
  await renderInShell(<PageFoot />)
  expect(screen.getByText(`© ${new Date().getFullYear()} Photofinish LLC`)).toBeTruthy()
  expect(findLinkHref('Privacy policy')).toBe('/policy.pdf')
  expect(findLinkHref('Support')).toBe('mailto:help@photo.example?subject=photo%20%26%20finish')
})

test('social links are for Russian readers alone', async () => {
  await renderInShell(<PageFoot />, { language: 'ru' })
  expect(findLinkHref('VK')).toBe('https://vk.example/photo')
  for (const language of ['en', 'es'] as const) {
    cleanup()
    await renderInShell(<PageFoot />, { language })
    expect(findLinkHref('VK')).toBeUndefined()
  }
})

test('a theme may hide support from Russian readers', async () => {
  await renderInShell(<PageFoot />, { language: 'ru', overrides: { hideSupportIn: ['ru'] } })
  expect(findLinkHref('Поддержка')).toBeUndefined()
  cleanup()
  await renderInShell(<PageFoot />, { language: 'en', overrides: { hideSupportIn: ['ru'] } })
  expect(findLinkHref('Support')).toBeDefined()
})

test('the language can be chosen there, unless there is one', async () => {
  await renderInShell(<PageFoot />)
  expect(screen.getByRole('combobox', { name: 'Language' })).toBeTruthy()
  cleanup()
  await renderInShell(<PageFoot />, { overrides: { languages: ['en'] } })
  expect(screen.queryByRole('combobox')).toBeNull()
})

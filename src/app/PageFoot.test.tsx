// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeWindow, showInShell } from './in-shell.tsx'
import { PageFoot } from './PageFoot.tsx'

beforeEach(() => makeWindow(390))
afterEach(cleanup)

const link = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

test('the foot names the legal entity, leads to the policy, and to support with the tag as the subject', async () => {
  await showInShell(<PageFoot />)
  expect(screen.getByText(`© ${new Date().getFullYear()} Photofinish LLC`)).toBeTruthy()
  expect(link('Privacy policy')).toBe('/policy.pdf')
  expect(link('Support')).toBe('mailto:help@photo.example?subject=photo%20%26%20finish')
})

test('social links are for Russian readers alone', async () => {
  await showInShell(<PageFoot />, { language: 'ru' })
  expect(link('VK')).toBe('https://vk.example/photo')
  for (const language of ['en', 'es'] as const) {
    cleanup()
    await showInShell(<PageFoot />, { language })
    expect(link('VK')).toBeUndefined()
  }
})

test('a theme may hide support from Russian readers', async () => {
  await showInShell(<PageFoot />, { language: 'ru', own: { hideSupportIn: ['ru'] } })
  expect(link('Поддержка')).toBeUndefined()
  cleanup()
  await showInShell(<PageFoot />, { language: 'en', own: { hideSupportIn: ['ru'] } })
  expect(link('Support')).toBeDefined()
})

test('the language can be chosen there, unless there is one', async () => {
  await showInShell(<PageFoot />)
  expect(screen.getByRole('combobox', { name: 'Language' })).toBeTruthy()
  cleanup()
  await showInShell(<PageFoot />, { own: { languages: ['en'] } })
  expect(screen.queryByRole('combobox')).toBeNull()
})

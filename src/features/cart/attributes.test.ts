// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { Settings } from '../../../contract/settings.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { writeCartAttributes } from './refresh-cart.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['its own theme', { theme: 'white-trail', photofinishUSA: false }, 'white-trail'],
  ['no theme', { theme: '', photofinishUSA: false }, 'photofinish'],
  ['the US variant', { theme: 'photofinish-usa', photofinishUSA: true }, 'photofinishUSA'],
])('the cart of %s stores the language and the theme', async (_which, settings, theme) => {
  getDefaultStore().set(settingsAtom, settings as Settings)
  document.documentElement.lang = 'es'
  let body: unknown
  vi.stubGlobal('fetch', async (_url: string, init: { body: string }) => {
    body = JSON.parse(init.body)
    return new Response(null, { status: 204, headers: { [tenantHeader]: 'any' } })
  })
  await writeCartAttributes('0b9c1c6e-7a54-4d0a-9a5e-3f1d2c4b5a69')
  expect(body).toEqual([
    { key: 'Language', value: 'es' },
    { key: 'Theme', value: theme },
  ])
})

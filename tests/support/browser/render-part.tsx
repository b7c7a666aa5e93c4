import { render } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import type { ReactNode } from 'react'
import type { Language } from '../../../contract/common.ts'
import type { Settings } from '../../../contract/settings.ts'
import { LanguageProvider, loadCatalogue } from '../../../src/platform/language/index.ts'
import { settingsAtom } from '../../../src/platform/theme/settings.ts'

const defaultSettings: Partial<Settings> = {
  tenantName: 'Photofinish',
  currencyId: 643,
  languages: ['ru', 'en', 'es'],
  analytics: { dataLayer: false },
}

interface RenderPartOptions {
  /** Overrides the default settings. */
  settings?: Partial<Settings>
  language?: Language
  /** Replaces the current URL. */
  path?: string
}

/** Renders a part of a page with its texts, at a path and with settings of a tenant. */
export async function renderPart(
  part: ReactNode,
  { settings: overrides, language = 'en', path }: RenderPartOptions = {},
): Promise<ReturnType<typeof render>> {
  const settings = { ...defaultSettings, ...overrides } as Settings
  getDefaultStore().set(settingsAtom, settings)
  if (path !== undefined) history.replaceState(null, '', path)
  const catalogue = await loadCatalogue(language)
  return render(
    <LanguageProvider start={{ language, catalogue }} languages={settings.languages}>
      {part}
    </LanguageProvider>,
  )
}

import { render } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import type { ReactNode } from 'react'
import type { Language } from '../../contract/common.ts'
import type { Settings } from '../../contract/settings.ts'
import { LanguageProvider, loadCatalogue } from '../platform/language/index.ts'
import { settingsAtom } from '../platform/theme/index.ts'

const plain = {
  theme: 'photofinish',
  tenantName: 'Photofinish',
  shortName: 'Photofinish',
  identityProvider: false,
  logo: null,
  logoSmall: null,
  backFromHome: false,
  hideBannerOnHome: false,
  useAppBarDefault: true,
  hidePartnerPages: false,
  photofinishUSA: false,
  languages: ['ru', 'en', 'es'],
  lang: 'ru',
  currencyId: 643,
  tokens: { light: {}, dark: {} },
  apiBase: '',
  analytics: { dataLayer: false },
  supportEmail: 'help@photo.example',
  supportTag: 'photo & finish',
  hideSupportIn: [],
  social: [{ name: 'VK', url: 'https://vk.example/photo' }],
  legalEntity: 'Photofinish LLC',
  serviceSwitch: [],
  demo: false,
}

/** For tests: a part of the frame at an address, as a tenant with these settings has it. */
export async function showInShell(
  part: ReactNode,
  {
    own = {},
    language = 'en',
    path = '/',
  }: { own?: Partial<Settings>; language?: Language; path?: string } = {},
): Promise<Settings> {
  const settings = { ...plain, ...own } as Settings
  getDefaultStore().set(settingsAtom, settings)
  history.replaceState(null, '', path)
  const catalogue = await loadCatalogue(language)
  render(
    <LanguageProvider start={{ language, catalogue }} languages={settings.languages}>
      {part}
    </LanguageProvider>,
  )
  return settings
}

/** For tests: a window so many pixels wide, for whoever asks from now on. */
export function makeWindow(widthInPx: number): void {
  window.matchMedia = (query: string) => {
    const [, relation, rem] = /\(width (<|>=) ([\d.]+)rem\)/.exec(query) ?? []
    const limit = Number(rem) * 16
    const matches = relation !== undefined && (relation === '<' ? widthInPx < limit : widthInPx >= limit)
    return Object.assign(new EventTarget(), { matches, media: query }) as unknown as MediaQueryList
  }
}

/** For tests: scripts and frames of others are put into the page and not loaded, without a complaint. */
export function loadNothing(): void {
  const { happyDOM } = window as unknown as { happyDOM: { settings: object } }
  Object.assign(happyDOM.settings, { handleDisabledFileLoadingAsSuccess: true })
}

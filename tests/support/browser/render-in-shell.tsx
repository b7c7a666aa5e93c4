import type { ReactNode } from 'react'
import type { Language } from '../../../contract/common.ts'
import type { Settings } from '../../../contract/settings.ts'
import { renderPart } from './render-part.tsx'

/** Settings of a tenant without special features. */
export const plainSettings = {
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

/** Renders a component of the frame at a path, with overrides of the tenant settings. */
export async function renderInShell(
  part: ReactNode,
  {
    overrides = {},
    language = 'en',
    path = '/',
  }: { overrides?: Partial<Settings>; language?: Language; path?: string } = {},
): Promise<Settings> {
  const settings = { ...plainSettings, ...overrides } as Settings
  await renderPart(part, { settings, language, path })
  return settings
}

/** Stubs `matchMedia` for a window of this width. */
export function setWindowWidth(widthInPx: number): void {
  window.matchMedia = (query: string) => {
    const [, relation, rem] = /\(width (<|>=) ([\d.]+)rem\)/.exec(query) ?? []
    const limit = Number(rem) * 16
    const matches = relation !== undefined && (relation === '<' ? widthInPx < limit : widthInPx >= limit)
    return Object.assign(new EventTarget(), { matches, media: query }) as unknown as MediaQueryList
  }
}

/** Disables the loading of third-party scripts and frames in tests. Inserted ones report no error. */
export function disableScriptLoading(): void {
  const { happyDOM } = window as unknown as { happyDOM: { settings: object } }
  Object.assign(happyDOM.settings, { handleDisabledFileLoadingAsSuccess: true })
}

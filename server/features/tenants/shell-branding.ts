import { createHash } from 'node:crypto'
import type { Language } from '../../../contract/common.ts'
import { getTenantNames } from '../../../contract/tenant-names.ts'
import type { Tenant } from '../../platform/context.ts'
import { escapeHtml } from '../../platform/html.ts'
import { loadCatalogue } from '../../platform/language/catalogue.ts'
import { buildFileUrl } from './brand-files.ts'
import type messages from './messages.ru.json'
import { defaultTheme, type Scheme } from './theme/default-theme.ts'

const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

/** Applies the branding of a page before its code runs. */
export interface ShellBranding {
  /** Replaces the product's branding in the shell. */
  applyTo(shell: string): string
  /** Sources for `style-src` besides our host: the hash of the only inline style sheet. */
  readonly styleSources: readonly string[]
}

/**
 * Returns the branding of the shell: the tenant's colours, fonts, theme colours and texts. The page never shows another brand,
 * and neither does the copy that the service worker caches.
 *
 * @param language in which the page starts
 */
export function buildShellBranding(tenant: Tenant, language: Language): ShellBranding {
  const style = renderStyle(tenant)
  const head = [
    ...renderThemeColours(tenant),
    ...renderNameTags(tenant, language),
    ...(style ? [`<style>${style}</style>`] : []),
  ]
  return {
    styleSources: style ? [`'sha256-${createHash('sha256').update(style).digest('base64')}'`] : [],
    applyTo: (shell) =>
      removeUnusedFontPreloads(shell, tenant, language)
        .replace(/<meta name="theme-color"[^>]*>/, () => head.join('\n    '))
        .replace(
          /<noscript>[\s\S]*?<\/noscript>/,
          () => `<noscript>${escapeHtml(getFormatter(language)('noScript'))}</noscript>`,
        )
        .replace(/(<template id="not-started">)[\s\S]*?(<\/template>)/, (_, open: string, close: string) =>
          [open, renderNotStarted(tenant, language), close].join(''),
        ),
  }
}

/** Values were validated when the tenant was read: none can end its declaration, or the element. */
function renderStyle({ brand, settings: { tokens } }: Tenant): string {
  const fontFaces = brand.fonts.map(
    ({ file, use, weight }) =>
      `@font-face{font-family:"${toFontFamily(use)}";src:url(${buildFileUrl(brand, file)}) format("woff2");font-weight:${weight};font-display:swap}`,
  )
  const [light, dark] = [renderDeclarations(tokens.light), renderDeclarations(tokens.dark)]
  const colours =
    light === '' && dark === ''
      ? []
      : [
          `:root,[data-scheme=light]{${light}}`,
          `[data-scheme=dark]{${dark}}`,
          `@media(prefers-color-scheme:dark){:root:not([data-scheme]){${dark}}}`,
        ]
  return [...fontFaces, ...colours].join('')
}

/** Returns the font family name of a brand's font in style sheets. */
export const toFontFamily = (use: 'text' | 'display') => `Brand ${use}`

const renderDeclarations = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

function renderThemeColours({ settings: { tokens } }: Tenant): string[] {
  const getBackground = (scheme: Scheme) => tokens[scheme]['--pf-bg'] ?? defaultTheme[scheme]['--pf-bg'] ?? ''
  return (['light', 'dark'] as const).map(
    (scheme) =>
      `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${escapeHtml(getBackground(scheme))}">`,
  )
}

function renderNameTags({ settings }: Tenant, language: Language): string[] {
  const { logo, useAppBarDefault } = settings
  const { shortName } = getTenantNames(settings, language)
  return [
    `<meta name="application-name" content="${escapeHtml(shortName)}">`,
    `<meta name="apple-mobile-web-app-title" content="${escapeHtml(shortName)}">`,
    ...(logo && !useAppBarDefault ? [`<link rel="preload" href="${escapeHtml(logo)}" as="image">`] : []),
  ]
}

/** Removes preloads of fonts that the page does not use. */
function removeUnusedFontPreloads(shell: string, { brand }: Tenant, language: Language): string {
  const unusedFonts = [
    ...brand.fonts.map(({ use }) => `pf-${use}`),
    ...(isCyrillic(language) ? [] : ['pf-text-cyrillic']),
  ]
  return unusedFonts.reduce(
    (rest, name) => rest.replaceAll(new RegExp(`<link rel="preload" href="/fonts/${name}[^>]*>`, 'g'), ''),
    shell,
  )
}

const isCyrillic = (language: Language) => new Intl.Locale(language).maximize().script === 'Cyrl'

/** Shown when the app and its texts did not load, so it is in every language of the tenant, the page's first. */
function renderNotStarted({ settings }: Tenant, language: Language): string {
  const others = settings.languages.filter((each) => each !== language)
  const spans = others.map((each) => {
    const format = getFormatter(each)
    return `<br><span lang="${each}">${escapeHtml(`${format('notStarted.title')}. ${format('notStarted.text')}`)}</span>`
  })
  const buttons = [language, ...others].map((each) => getFormatter(each)('notStarted.button'))
  const formatInPageLanguage = getFormatter(language)
  return [
    '<main class="wrap py-18">',
    `<h1 class="display-d2">${escapeHtml(formatInPageLanguage('notStarted.title'))}</h1>`,
    `<p class="my-6">${escapeHtml(formatInPageLanguage('notStarted.text'))}${spans.join('')}</p>`,
    `<button type="button" class="pf-btn pf-btn-primary">${escapeHtml(buttons.join(' · '))}</button>`,
    '</main>',
  ].join('')
}

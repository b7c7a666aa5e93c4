import type { Settings } from '../../../contract/settings.ts'
import { device } from '../storage/index.ts'

// undefined during SSR
const darkSchemeQuery = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
let sheet: CSSStyleSheet | undefined

/** Applies the tenant's theme: custom properties, color scheme, the color of the browser's bars. */
export function applyTheme(settings: Settings): void {
  // a constructed style sheet needs no inline style, which the page's CSP forbids
  sheet ??= new CSSStyleSheet()
  sheet.replaceSync(':root, [data-scheme="light"] {} [data-scheme="dark"] {}')
  setTokens(sheet.cssRules[0], settings.tokens.light)
  setTokens(sheet.cssRules[1], settings.tokens.dark)
  if (!document.adoptedStyleSheets.includes(sheet)) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  document.documentElement.dataset.tenant = settings.theme
  applyScheme()
}

function setTokens(rule: CSSRule | undefined, tokens: Readonly<Record<string, string>>): void {
  if (!(rule instanceof CSSStyleRule)) return
  // setProperty drops invalid values, so a tenant's text cannot escape its declaration
  for (const [name, value] of Object.entries(tokens)) {
    if (name.startsWith('--pf-')) rule.style.setProperty(name, value)
  }
}

/** Applies the color scheme chosen on this device, else the system's. */
export function applyScheme(): void {
  const root = document.documentElement
  const chosenScheme = device.scheme.read()
  const scheme = chosenScheme ?? (darkSchemeQuery?.matches ? 'dark' : 'light')
  // skips an unchanged scheme: reading computed colors would force a style recalculation
  if (!sheet && !chosenScheme && root.dataset.scheme === scheme) return
  root.dataset.scheme = scheme
  const color = getComputedStyle(root).getPropertyValue('--pf-bg').trim()
  // there is one tag per system color scheme; the choice on this device overrides both
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', color)
}

/** Stores a color scheme for this device; null follows the system again. */
export function chooseScheme(scheme: 'light' | 'dark' | null): void {
  device.scheme.write(scheme)
  applyScheme()
}

darkSchemeQuery?.addEventListener('change', applyScheme)

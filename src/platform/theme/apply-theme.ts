import type { Settings } from '../../../contract/settings.ts'
import { device } from '../storage/index.ts'

// absent where the first screen is made, on the server
const darkSystem = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
let sheet: CSSStyleSheet | undefined

/** Paints the tenant's look: custom properties, scheme, the colour of the browser's own bars. */
export function applyTheme(settings: Settings): void {
  // a constructed sheet needs no inline style, which the page's policy forbids
  sheet ??= new CSSStyleSheet()
  sheet.replaceSync(':root, [data-scheme="light"] {} [data-scheme="dark"] {}')
  fill(sheet.cssRules[0], settings.tokens.light)
  fill(sheet.cssRules[1], settings.tokens.dark)
  if (!document.adoptedStyleSheets.includes(sheet)) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  document.documentElement.dataset.tenant = settings.theme
  applyScheme()
}

function fill(rule: CSSRule | undefined, tokens: Readonly<Record<string, string>>): void {
  if (!(rule instanceof CSSStyleRule)) return
  // setProperty drops what is not a value, so a tenant's text cannot leave its declaration
  for (const [name, value] of Object.entries(tokens)) {
    if (name.startsWith('--pf-')) rule.style.setProperty(name, value)
  }
}

/** Puts the page into the scheme of this device, or else of its system. */
export function applyScheme(): void {
  const root = document.documentElement
  const chosen = device.scheme.read()
  const scheme = chosen ?? (darkSystem?.matches ? 'dark' : 'light')
  // as the page came; to ask for its colours would make the browser style all of it now
  if (!sheet && !chosen && root.dataset.scheme === scheme) return
  root.dataset.scheme = scheme
  const colour = getComputedStyle(root).getPropertyValue('--pf-bg').trim()
  // one for each scheme of the system, until the device has its say
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', colour)
}

/** Chooses a scheme for this device; null follows the system again. */
export function chooseScheme(scheme: 'light' | 'dark' | null): void {
  device.scheme.write(scheme)
  applyScheme()
}

darkSystem?.addEventListener('change', applyScheme)

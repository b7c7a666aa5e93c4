import type { Tenant } from '../../../platform/context.ts'

const lightTokens = {
  '--pf-accent': '#d6330f',
  '--pf-accent-ink': '#b3290a',
  '--pf-action': '#0c0f12',
  '--pf-on-action': '#ffffff',
  '--pf-bg': '#ffffff',
  '--pf-surface': '#ffffff',
  '--pf-ink': '#0c0f12',
  '--pf-ink-2': '#3f464d',
  '--pf-line': '#d5dad8',
  '--pf-line-strong': '#858d93',
  '--pf-focus': '#1349d8',
  '--pf-danger': '#ae111b',
  '--pf-danger-soft': '#fde8e9',
  '--pf-radius': '10px',
  '--pf-font-text': '"PF Text", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  '--pf-font-display': '"PF Display", "Arial Narrow", sans-serif',
  '--pf-display-case': 'uppercase',
}

const darkTokens = {
  '--pf-accent': '#ff5c38',
  '--pf-accent-ink': '#ff8365',
  '--pf-action': '#f4f6f5',
  '--pf-on-action': '#0c0f12',
  '--pf-bg': '#0c0f12',
  '--pf-surface': '#14181c',
  '--pf-ink': '#f4f6f5',
  '--pf-ink-2': '#c3cace',
  '--pf-line': '#2b3238',
  '--pf-line-strong': '#747e86',
  '--pf-focus': '#8db4ff',
  '--pf-danger': '#ff8589',
  '--pf-danger-soft': '#36161a',
}

/** Returns CSS declarations, without values that could end one. */
const toDeclarations = (tokens: Readonly<Record<string, string>>) =>
  Object.entries(tokens)
    .filter(([name, value]) => /^--pf-[a-z0-9-]+$/.test(name) && !/[;{}<>\\]|\/\*/.test(value))
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ')

/**
 * Returns the style of the sign-in pages: the storefront's design tokens in the tenant's colors, for both color schemes.
 */
export function renderBrandStyle({ settings: { tokens } }: Tenant): string {
  return `${fontFaces}
:root { color-scheme: light dark; ${toDeclarations({ ...lightTokens, ...tokens.light })} }
@media (prefers-color-scheme: dark) { :root { ${toDeclarations({ ...darkTokens, ...tokens.dark })} } }
${rules}`
}

const fontFaces = `@font-face { font-family: "PF Text"; src: url("/fonts/pf-text-latin.woff2") format("woff2"); font-weight: 400 900; font-display: swap; unicode-range: U+0000-00FF, U+2009-2026 }
@font-face { font-family: "PF Text"; src: url("/fonts/pf-text-cyrillic.woff2") format("woff2"); font-weight: 400 900; font-display: swap; unicode-range: U+0401, U+0410-044F, U+0451, U+2116 }
@font-face { font-family: "PF Display"; src: url("/fonts/pf-display.woff2") format("woff2"); font-weight: 900; font-display: swap }`

const rules = `* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; background: var(--pf-bg); color: var(--pf-ink); font: 450 17px/1.42 var(--pf-font-text); -webkit-text-size-adjust: 100% }
header { display: flex; align-items: center; min-height: 56px; padding: 0 16px; border-bottom: 1px solid var(--pf-line) }
header a { display: inline-flex; align-items: center; min-height: 48px; color: inherit; font: 900 22px/1 var(--pf-font-display); text-transform: var(--pf-display-case); text-decoration: none }
main { max-width: 420px; margin: 0 auto; padding: 32px 16px 48px }
header i { width: 3px; height: 26px; margin: 0 4px; background: var(--pf-accent) }
h1 { margin: 0 0 12px; font: 900 clamp(44px, 12vw, 64px)/.9 var(--pf-font-display); text-transform: var(--pf-display-case) }
.lead { margin: 0 0 24px; color: var(--pf-ink-2) }
.fault { margin: 0 0 20px; padding: 12px 14px; border-radius: var(--pf-radius); background: var(--pf-danger-soft); color: var(--pf-danger); font-weight: 600 }
form { display: grid }
label { margin-bottom: 6px; font-weight: 650; font-size: 15px }
input:not([type=hidden]) { min-width: 0; width: 100%; min-height: 56px; margin-bottom: 20px; padding: 0 14px; border: 0; border-radius: var(--pf-radius); box-shadow: inset 0 0 0 2px var(--pf-line-strong); background: var(--pf-surface); color: inherit; font: inherit }
input:not([type=hidden]):focus { outline: none; box-shadow: inset 0 0 0 3px var(--pf-focus) }
input[aria-invalid]:not(:focus) { box-shadow: inset 0 0 0 2px var(--pf-danger) }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 56px; padding: 8px 24px; border: 0; border-radius: var(--pf-radius); background: var(--pf-action); color: var(--pf-on-action); font: 750 17px/1.2 var(--pf-font-text); text-decoration: none; cursor: pointer }
:focus-visible { outline: 3px solid var(--pf-focus); outline-offset: 2px }
main a:not(.button) { color: inherit; text-underline-offset: 3px }
.back { display: inline-flex; align-items: center; min-height: 48px; margin-top: 12px; font-weight: 650 }
.note { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid var(--pf-line); color: var(--pf-ink-2); font-size: 15px }
.note a { display: inline-block; padding: 14px 0; margin: -14px 0 }
@media (min-width: 1200px) { header { min-height: 64px; padding: 0 64px } main { padding-top: 72px } }
`

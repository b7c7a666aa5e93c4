export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

const light = {
  '--pf-accent': '#d6330f',
  '--pf-on-accent': '#ffffff',
  '--pf-accent-ink': '#b3290a',
  '--pf-accent-soft': '#fcece6',
  '--pf-action': '#0c0f12',
  '--pf-on-action': '#ffffff',
  '--pf-hero': '#d6330f',
  '--pf-on-hero': '#ffffff',
  '--pf-strip': '#0c0f12',
  '--pf-bg': '#ffffff',
  '--pf-sunk': '#f0f2f1',
  '--pf-surface': '#ffffff',
  '--pf-raised': '#ffffff',
  '--pf-ink': '#0c0f12',
  '--pf-ink-2': '#3f464d',
  '--pf-ink-3': '#5a6269',
  '--pf-line': '#d5dad8',
  '--pf-line-strong': '#858d93',
}

const dark: typeof light = {
  '--pf-accent': '#ff5c38',
  '--pf-on-accent': '#0c0f12',
  '--pf-accent-ink': '#ff8365',
  '--pf-accent-soft': '#34170e',
  '--pf-action': '#f4f6f5',
  '--pf-on-action': '#0c0f12',
  '--pf-hero': '#b3290a',
  '--pf-on-hero': '#ffffff',
  '--pf-strip': '#2b3238',
  '--pf-bg': '#0c0f12',
  '--pf-sunk': '#05070a',
  '--pf-surface': '#14181c',
  '--pf-raised': '#1d2328',
  '--pf-ink': '#f4f6f5',
  '--pf-ink-2': '#c3cace',
  '--pf-ink-3': '#9ba4aa',
  '--pf-line': '#2b3238',
  '--pf-line-strong': '#747e86',
}

/** Lists the product's default colours, as in `src/styles/tokens.css`, for values that a theme does not set. */
export const defaultTheme: Readonly<Record<Scheme, Readonly<Record<string, string>>>> = { light, dark }

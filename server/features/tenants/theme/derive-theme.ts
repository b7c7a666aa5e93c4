import {
  computeContrast,
  computeLuminance,
  mix,
  type Rgb,
  readColour,
  shadeUntil,
  writeColour,
} from './colour.ts'
import { defaultTheme, type Scheme, schemes } from './default-theme.ts'

/** Values of `--pf-*` custom properties by scheme. */
export type Tokens = Readonly<Record<Scheme, Readonly<Record<string, string>>>>

/** Contrast of two colours of a theme. */
export interface Figure {
  readonly scheme: Scheme
  /** Names of the tokens: foreground and background. */
  readonly ink: string
  readonly services: string
  readonly ratio: number
  readonly least: number
  /** False where a low contrast is only a warning, because no text is affected. */
  readonly isRule: boolean
}

/** An invalid colour, and its path in the file. */
export interface ThemeProblem {
  readonly path: readonly [Scheme, string]
  readonly message: string
}

/** Minimum contrasts: text 4.5:1 (WCAG AA), body text 7:1. */
const pairs: readonly (readonly [ink: string, services: string, least: number])[] = [
  ['on-accent', 'accent', 4.5],
  ['accent-ink', 'bg', 4.5],
  ['accent-ink', 'accent-soft', 4.5],
  ['on-hero', 'hero', 4.5],
  ['on-action', 'action', 4.5],
  ['on-strip', 'strip', 4.5],
  ['ink', 'bg', 7],
  ['ink-2', 'bg', 4.5],
  ['ink-3', 'bg', 4.5],
  ['ink-3', 'sunk', 4.5],
]

/** Lines and frames in the accent colour should be visible on the page; a lower contrast, e.g. of yellow, is only a warning. */
const advised = ['accent', 'bg', 3] as const

const white: Rgb = [255, 255, 255]
const darkInk: Rgb = [12, 15, 18]
const black: Rgb = [0, 0, 0]

/**
 * Completes a theme from a tenant's values: colours that depend on the accent are derived to be readable, also in the dark
 * scheme. An empty theme remains the product's default.
 *
 * @returns the tokens, the contrast of each pair, and problems; an unreadable colour that was set explicitly is never changed,
 * but reported
 */
export function deriveTheme(given: Tokens): {
  tokens: Tokens
  figures: readonly Figure[]
  problems: readonly ThemeProblem[]
} {
  const misread = schemes.flatMap((scheme) => misreadColours(scheme, given[scheme]))
  const isPlain = schemes.every((scheme) => Object.keys(given[scheme]).length === 0)
  if (misread.length > 0 || isPlain) return { tokens: given, figures: [], problems: misread }
  const light = completeLight(given.light)
  const tokens = { light, dark: completeDark(given, light) }
  const figures = schemes.flatMap((scheme) => listContrastFigures(scheme, tokens[scheme]))
  const problems = figures
    .filter(({ isRule, ratio, least }) => isRule && ratio < least)
    .map((figure) => describeContrastProblem(figure, given, tokens))
  return { tokens, figures, problems }
}

function misreadColours(scheme: Scheme, given: Readonly<Record<string, string>>): ThemeProblem[] {
  return Object.entries(given)
    .filter(([name, value]) => name in defaultTheme[scheme] && !readColour(value))
    .map(([name]) => ({ path: [scheme, name], message: 'should be a colour like #0b55c4' }))
}

type Values = Readonly<Record<string, string>>

function completeLight(given: Values): Values {
  const colour = lookUp('light', given)
  const set: Record<string, string> = { ...given }
  const add = adderTo(set)
  const accent = colour('accent')
  const bg = colour('bg')
  if ('--pf-accent' in given) {
    const soft = given['--pf-accent-soft'] ? colour('accent-soft') : mix(accent, bg, 0.09)
    add('on-accent', onto(accent))
    add('accent-soft', soft)
    add('accent-ink', readable(accent, 'darker', [bg, colour('sunk'), soft]))
    add('hero', accent)
  }
  add('on-hero', onto(readColour(set['--pf-hero'] ?? '') ?? colour('hero')))
  if ('--pf-ink' in given) add('action', colour('ink'))
  add('on-action', onto(readColour(set['--pf-action'] ?? '') ?? colour('action')))
  set['--pf-accent-ink-paper'] = set['--pf-accent-ink'] ?? writeColour(colour('accent-ink'))
  return set
}

/** Completes the dark scheme. Everything that the light scheme sets must be set here too, because it would apply otherwise. */
function completeDark(given: Tokens, light: Values): Values {
  const colour = lookUp('dark', given.dark)
  const ofLight = lookUp('light', light)
  const set: Record<string, string> = { ...given.dark }
  const add = adderTo(set)
  const grounds = [colour('bg'), colour('surface'), colour('raised')]
  if ('--pf-accent' in light) {
    const accent = given.dark['--pf-accent']
      ? colour('accent')
      : shadeUntil(ofLight('accent'), 'lighter', (shade) => leastOn(shade, grounds) >= 5)
    const soft = given.dark['--pf-accent-soft'] ? colour('accent-soft') : mix(accent, colour('bg'), 0.16)
    add('accent', accent)
    add('on-accent', onto(accent))
    add('accent-soft', soft)
    add('accent-ink', readable(accent, 'lighter', [...grounds, soft]))
  }
  if ('--pf-hero' in light) {
    add(
      'hero',
      shadeUntil(ofLight('hero'), 'darker', (shade) => computeLuminance(shade) <= darkestHero),
    )
  }
  add('on-hero', onto(readColour(set['--pf-hero'] ?? '') ?? colour('hero')))
  add('on-action', onto(readColour(set['--pf-action'] ?? '') ?? colour('action')))
  for (const [name, value] of Object.entries(light)) set[name] ??= defaultTheme.dark[name] ?? value
  return set
}

/** Luminance limit: a field that covers half the screen must not be too bright at night. */
const darkestHero = 0.11

const lookUp = (scheme: Scheme, given: Values) => (role: string) => {
  const name = `--pf-${role}`
  return readColour(given[name] ?? defaultTheme[scheme][name] ?? '') ?? darkInk
}

const adderTo = (set: Record<string, string>) => (role: string, colour: Rgb) => {
  set[`--pf-${role}`] ??= writeColour(colour)
}

/** Returns white if readable, else our ink, else black: one of them always is. */
const onto = (services: Rgb) => [white, darkInk].find((ink) => computeContrast(ink, services) >= 4.5) ?? black

const leastOn = (ink: Rgb, grounds: readonly Rgb[]) =>
  Math.min(...grounds.map((services) => computeContrast(ink, services)))

const readable = (colour: Rgb, towards: 'lighter' | 'darker', grounds: readonly Rgb[]) =>
  shadeUntil(colour, towards, (shade) => leastOn(shade, grounds) >= 4.5)

function listContrastFigures(scheme: Scheme, set: Values): Figure[] {
  const colour = lookUp(scheme, set)
  return [...pairs, advised].map((pair) => {
    const [ink, services, least] = pair
    const seen = ink === 'on-strip' ? white : colour(ink)
    const ratio = Math.floor(computeContrast(seen, colour(services)) * 100) / 100
    return { scheme, ink, services, least, ratio, isRule: pair !== advised }
  })
}

/** Returns a problem at the colour of the pair that the author has set. */
function describeContrastProblem(
  { scheme, ink, services, ratio, least }: Figure,
  given: Tokens,
  all: Tokens,
): ThemeProblem {
  const culprit = [ink, services].find((role) => `--pf-${role}` in given[scheme]) ?? services
  const getValue = (role: string) =>
    role === 'on-strip' ? '#ffffff' : (all[scheme][`--pf-${role}`] ?? defaultTheme[scheme][`--pf-${role}`])
  return {
    path: [scheme, `--pf-${culprit}`],
    message: `${ink} ${getValue(ink)} on ${services} ${getValue(services)} has a contrast of ${ratio}:1; at least ${least}:1 is needed (${scheme} scheme). Without --pf-${culprit} one that can be read is derived`,
  }
}

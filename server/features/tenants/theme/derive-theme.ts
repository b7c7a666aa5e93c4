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
  readonly background: string
  readonly ratio: number
  readonly minRatio: number
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
const advisedPair = ['accent', 'bg', 3] as const

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
export function deriveTheme(input: Tokens): {
  tokens: Tokens
  figures: readonly Figure[]
  problems: readonly ThemeProblem[]
} {
  const invalidColours = schemes.flatMap((scheme) => findInvalidColours(scheme, input[scheme]))
  const isEmpty = schemes.every((scheme) => Object.keys(input[scheme]).length === 0)
  if (invalidColours.length > 0 || isEmpty) return { tokens: input, figures: [], problems: invalidColours }
  const light = completeLight(input.light)
  const tokens = { light, dark: completeDark(input, light) }
  const figures = schemes.flatMap((scheme) => listContrastFigures(scheme, tokens[scheme]))
  const problems = figures
    .filter(({ isRule, ratio, minRatio }) => isRule && ratio < minRatio)
    .map((figure) => describeContrastProblem(figure, input, tokens))
  return { tokens, figures, problems }
}

function findInvalidColours(scheme: Scheme, input: Readonly<Record<string, string>>): ThemeProblem[] {
  return Object.entries(input)
    .filter(([name, value]) => name in defaultTheme[scheme] && !readColour(value))
    .map(([name]) => ({ path: [scheme, name], message: 'should be a colour like #0b55c4' }))
}

type Values = Readonly<Record<string, string>>

function completeLight(input: Values): Values {
  const getColour = createLookUp('light', input)
  const completed: Record<string, string> = { ...input }
  const add = createAdder(completed)
  const accent = getColour('accent')
  const bg = getColour('bg')
  if ('--pf-accent' in input) {
    const soft = input['--pf-accent-soft'] ? getColour('accent-soft') : mix(accent, bg, 0.09)
    add('on-accent', chooseReadableInk(accent))
    add('accent-soft', soft)
    add('accent-ink', findReadableShade(accent, 'darker', [bg, getColour('sunk'), soft]))
    add('hero', accent)
  }
  add('on-hero', chooseReadableInk(readColour(completed['--pf-hero'] ?? '') ?? getColour('hero')))
  if ('--pf-ink' in input) add('action', getColour('ink'))
  add('on-action', chooseReadableInk(readColour(completed['--pf-action'] ?? '') ?? getColour('action')))
  completed['--pf-accent-ink-paper'] = completed['--pf-accent-ink'] ?? writeColour(getColour('accent-ink'))
  return completed
}

/** Completes the dark scheme. Everything that the light scheme sets must be set here too, because it would apply otherwise. */
function completeDark(input: Tokens, light: Values): Values {
  const getColour = createLookUp('dark', input.dark)
  const lightColour = createLookUp('light', light)
  const completed: Record<string, string> = { ...input.dark }
  const add = createAdder(completed)
  const backgrounds = [getColour('bg'), getColour('surface'), getColour('raised')]
  if ('--pf-accent' in light) {
    const accent = input.dark['--pf-accent']
      ? getColour('accent')
      : shadeUntil(lightColour('accent'), 'lighter', (shade) => computeMinContrast(shade, backgrounds) >= 5)
    const soft = input.dark['--pf-accent-soft']
      ? getColour('accent-soft')
      : mix(accent, getColour('bg'), 0.16)
    add('accent', accent)
    add('on-accent', chooseReadableInk(accent))
    add('accent-soft', soft)
    add('accent-ink', findReadableShade(accent, 'lighter', [...backgrounds, soft]))
  }
  if ('--pf-hero' in light) {
    add(
      'hero',
      shadeUntil(lightColour('hero'), 'darker', (shade) => computeLuminance(shade) <= maxHeroLuminance),
    )
  }
  add('on-hero', chooseReadableInk(readColour(completed['--pf-hero'] ?? '') ?? getColour('hero')))
  add('on-action', chooseReadableInk(readColour(completed['--pf-action'] ?? '') ?? getColour('action')))
  for (const [name, value] of Object.entries(light)) completed[name] ??= defaultTheme.dark[name] ?? value
  return completed
}

/** Luminance limit: a field that covers half the screen must not be too bright at night. */
const maxHeroLuminance = 0.11

const createLookUp = (scheme: Scheme, input: Values) => (role: string) => {
  const name = `--pf-${role}`
  return readColour(input[name] ?? defaultTheme[scheme][name] ?? '') ?? darkInk
}

const createAdder = (completed: Record<string, string>) => (role: string, getColour: Rgb) => {
  completed[`--pf-${role}`] ??= writeColour(getColour)
}

/** Returns white if readable, else our ink, else black: one of them always is. */
const chooseReadableInk = (background: Rgb) =>
  [white, darkInk].find((ink) => computeContrast(ink, background) >= 4.5) ?? black

const computeMinContrast = (ink: Rgb, backgrounds: readonly Rgb[]) =>
  Math.min(...backgrounds.map((background) => computeContrast(ink, background)))

const findReadableShade = (getColour: Rgb, towards: 'lighter' | 'darker', backgrounds: readonly Rgb[]) =>
  shadeUntil(getColour, towards, (shade) => computeMinContrast(shade, backgrounds) >= 4.5)

function listContrastFigures(scheme: Scheme, completed: Values): Figure[] {
  const getColour = createLookUp(scheme, completed)
  return [...pairs, advisedPair].map((pair) => {
    const [ink, background, minRatio] = pair
    const inkColour = ink === 'on-strip' ? white : getColour(ink)
    const ratio = Math.floor(computeContrast(inkColour, getColour(background)) * 100) / 100
    return { scheme, ink, background, minRatio, ratio, isRule: pair !== advisedPair }
  })
}

/** Returns a problem at the colour of the pair that the author has set. */
function describeContrastProblem(
  { scheme, ink, background, ratio, minRatio }: Figure,
  input: Tokens,
  all: Tokens,
): ThemeProblem {
  const changedRole = [ink, background].find((role) => `--pf-${role}` in input[scheme]) ?? background
  const getValue = (role: string) =>
    role === 'on-strip' ? '#ffffff' : (all[scheme][`--pf-${role}`] ?? defaultTheme[scheme][`--pf-${role}`])
  return {
    path: [scheme, `--pf-${changedRole}`],
    message: `${ink} ${getValue(ink)} on ${background} ${getValue(background)} has a contrast of ${ratio}:1; at least ${minRatio}:1 is needed (${scheme} scheme). Without --pf-${changedRole} one that can be read is derived`,
  }
}

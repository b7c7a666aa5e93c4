import fonts from './outlines.json' with { type: 'json' }

export type OutlineFont = 'display' | 'text'

/** Describes the outline of a character. */
interface Glyph {
  readonly advance: number
  /** SVG path in font units. The y axis points up. */
  readonly path: string
}

interface Font {
  readonly unitsPerEm: number
  readonly capHeight: number
  readonly glyphs: Readonly<Record<string, Glyph>>
}

const fontByName: Readonly<Record<OutlineFont, Font>> = fonts

export interface TextStyle {
  readonly font: OutlineFont
  /** Pixels per em. */
  readonly size: number
}

/** Returns the glyphs of a text: upper case in the display font, letters without diacritics where a font lacks them. */
function findGlyphs(text: string, { glyphs }: Font, isUpperCase: boolean): Glyph[] {
  const casedText = isUpperCase ? text.toUpperCase() : text
  return Array.from(casedText.normalize('NFC')).flatMap((letter) => {
    const baseLetter = letter.normalize('NFD').replace(/\p{M}/gu, '')
    return (Object.hasOwn(glyphs, letter) ? glyphs[letter] : undefined) ?? glyphs[baseLetter] ?? []
  })
}

const getGlyphs = (text: string, { font }: TextStyle) =>
  findGlyphs(text, fontByName[font], font === 'display')

/** Returns the width of a line of text in pixels. */
export function measureText(text: string, style: TextStyle): number {
  const { unitsPerEm } = fontByName[style.font]
  const units = getGlyphs(text, style).reduce((sum, { advance }) => sum + advance, 0)
  return (units * style.size) / unitsPerEm
}

/** Returns the height of capital letters in pixels. */
export function measureCapHeight({ font, size }: TextStyle): number {
  return (fontByName[font].capHeight * size) / fontByName[font].unitsPerEm
}

/** Returns a line of text as an SVG group of outlines, so that no system font is needed. Lengths are in pixels. */
export function drawText(
  text: string,
  style: TextStyle & { readonly x: number; readonly baseline: number; readonly fill: string },
): string {
  const scale = style.size / fontByName[style.font].unitsPerEm
  let position = 0
  const paths = getGlyphs(text, style).map(({ advance, path }) => {
    const pathElement = path === '' ? '' : `<path transform="translate(${position} 0)" d="${path}"/>`
    position += advance
    return pathElement
  })
  return `<g fill="${style.fill}" transform="translate(${style.x} ${style.baseline}) scale(${scale} ${-scale})">${paths.join('')}</g>`
}

/** Truncates a text to a width in pixels, with an ellipsis. */
export function truncateToWidth(text: string, style: TextStyle, width: number): string {
  if (measureText(text, style) <= width) return text
  const letters = Array.from(text)
  while (letters.length > 0 && measureText(`${letters.join('').trimEnd()}…`, style) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

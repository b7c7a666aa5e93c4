/** Represents red, green and blue, each 0 to 255. */
export type Rgb = readonly [number, number, number]

/** Parses `#rgb` or `#rrggbb`; returns undefined for anything else. */
export function readColour(text: string): Rgb | undefined {
  const [, digits] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? []
  if (!digits) return undefined
  const hexDigits = digits.length === 3 ? Array.from(digits, (digit) => digit + digit).join('') : digits
  const parseChannel = (offset: number) => Number.parseInt(hexDigits.slice(offset, offset + 2), 16)
  return [parseChannel(0), parseChannel(2), parseChannel(4)]
}

/** Formats a colour as `#rrggbb`. */
export const writeColour = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Returns the relative luminance, 0 to 1 (WCAG 2.2). */
export function computeLuminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function computeContrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [computeLuminance(one), computeLuminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ]
  return (light + 0.05) / (dark + 0.05)
}

/**
 * Mixes two colours.
 *
 * @param share of `colour`, 0 to 1; the rest is `background`
 */
export function mix(colour: Rgb, background: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => colour[index] * share + background[index] * (1 - share)
  return [part(0), part(1), part(2)]
}

const steps = 100

/**
 * Returns the nearest lighter or darker shade of a colour that satisfies a condition; hue and saturation are kept where
 * possible.
 *
 * @returns white or black when no shade does
 */
export function shadeUntil(
  colour: Rgb,
  towards: 'lighter' | 'darker',
  isAccepted: (colour: Rgb) => boolean,
): Rgb {
  const [hue, saturation, start] = toHsl(colour)
  const end = towards === 'lighter' ? 1 : 0
  for (let step = 0; step <= steps; step++) {
    const shade = fromHsl([hue, saturation, start + ((end - start) * step) / steps])
    // Checks the rounded colour that will be written.
    const roundedShade = readColour(writeColour(shade)) ?? shade
    if (isAccepted(roundedShade)) return roundedShade
  }
  return towards === 'lighter' ? [255, 255, 255] : [0, 0, 0]
}

/** Returns hue 0 to 6, saturation and lightness 0 to 1. */
function toHsl(colour: Rgb): [number, number, number] {
  const [red, green, blue] = colour.map((part) => part / 255) as [number, number, number]
  const highest = Math.max(red, green, blue)
  const lowest = Math.min(red, green, blue)
  const lightness = (highest + lowest) / 2
  const chroma = highest - lowest
  if (chroma === 0) return [0, 0, lightness]
  const saturation = chroma / (1 - Math.abs(2 * lightness - 1))
  if (highest === red) return [((green - blue) / chroma + 6) % 6, saturation, lightness]
  if (highest === green) return [(blue - red) / chroma + 2, saturation, lightness]
  return [(red - green) / chroma + 4, saturation, lightness]
}

function fromHsl([hue, saturation, lightness]: readonly [number, number, number]): Rgb {
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  const part = (shift: number) => {
    const position = (shift + hue * 2) % 12
    return 255 * (lightness - chroma * Math.max(-1, Math.min(position - 3, 9 - position, 1)))
  }
  return [part(0), part(8), part(4)]
}

import type { Box, Plate } from '../../../features/frame/ports.ts'
import font from './digits.json' with { type: 'json' }

/** Of the plate's height and width, so that the letters keep clear of its edge and its pins. */
const tallest = 0.52
const widest = 0.8

const glyphs: Readonly<Record<string, { advance: number; path: string }>> = font.glyphs

/**
 * Digits and colons as SVG in the middle of a plate; the letters are outlines, so no font of the machine is asked.
 *
 * @param box of the plate, in pixels of the picture that the SVG is laid over
 * @returns undefined when there is nothing to write that the font has
 */
export function captionSvg(text: string, plate: Plate, box: Box): Buffer | undefined {
  const letters = text.split('').flatMap((letter) => glyphs[letter] ?? [])
  if (letters.length === 0) return undefined
  const length = letters.reduce((sum, { advance }) => sum + advance, 0)
  const scale = Math.min((box.height * tallest) / font.capHeight, (box.width * widest) / length)
  const left = (box.width - length * scale) / 2
  const baseline = (box.height + font.capHeight * scale) / 2
  let at = 0
  const paths = letters.map(({ advance, path }) => {
    const drawn = `<path transform="translate(${at} 0)" d="${path}"/>`
    at += advance
    return drawn
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}"><g fill="${plate.color}" transform="translate(${left} ${baseline}) scale(${scale} ${-scale})">${paths.join('')}</g></svg>`,
  )
}

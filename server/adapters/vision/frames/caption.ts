import type { Box, TimeBox } from '../../../features/frame/ports.ts'
import { drawText, measureCapHeight, measureText } from '../images/outlines.ts'

/** Limits the caption to a share of the box's height and width, so that letters do not touch its edge or its pins. */
const maxHeightShare = 0.52
const maxWidthShare = 0.8

const unitStyle = { font: 'display', size: 1 } as const

/**
 * Renders a time or a start number as SVG in the center of the time box. Letters are outlines, so no system font is needed.
 *
 * @param box of the time, in pixels of the picture below the SVG
 * @returns undefined when the font has none of the characters
 */
export function renderCaption(text: string, timeBox: TimeBox, box: Box): Buffer | undefined {
  const length = measureText(text, unitStyle)
  if (length === 0) return undefined
  const size = Math.min(
    (box.height * maxHeightShare) / measureCapHeight(unitStyle),
    (box.width * maxWidthShare) / length,
  )
  const style = { font: 'display', size } as const
  const x = (box.width - length * size) / 2
  const baseline = (box.height + measureCapHeight(style)) / 2
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}">${drawText(text, { ...style, x, baseline, fill: timeBox.color })}</svg>`,
  )
}

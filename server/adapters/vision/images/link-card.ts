import sharp from 'sharp'
import type { LinkCard, LinkCardMaker, LinkCardPhoto } from '../../../features/photos/ports.ts'
import { linkCardSize } from '../../../features/photos/ports.ts'
import { drawText, measureCapHeight, measureText, type TextStyle, truncateToWidth } from './outlines.ts'

const { width, height } = linkCardSize
const inkColor = '#0c0f12'
const secondaryColor = '#3f464d'
const lineColor = '#d5dad8'

/** Places the photo on the left, separated from the text by an accent line. */
const photoWidth = 518
const divider = 8
const textLeft = photoWidth + divider + 48
const textRight = width - 60

const brandStyle: TextStyle = { font: 'display', size: 42 }
const lineStyle: TextStyle = { font: 'text', size: 23 }
const numberStyle: TextStyle = { font: 'display', size: 84 }
const timeStyle: TextStyle = { font: 'display', size: 118 }
const quality = 82

/** Draws link cards of 1200 × 630 pixels. */
export const linkCardMaker: LinkCardMaker = {
  async make(card) {
    const photo = card.photo && (await cropPhoto(card.photo))
    return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
      .composite([
        ...(photo ? [{ input: photo, left: 0, top: 0 }] : []),
        { input: Buffer.from(renderSvg(card, photo !== undefined)), left: 0, top: 0 },
      ])
      .jpeg({ quality, progressive: true })
      .toBuffer()
  },
}

/** Crops the photo to its place on the card: as tall as possible around the face, which stays in the upper half. */
async function cropPhoto({ bytes, face }: LinkCardPhoto): Promise<Buffer> {
  const { width: boxWidth, height: boxHeight } = await sharp(bytes).metadata()
  const scale = Math.max(photoWidth / boxWidth, height / boxHeight)
  const size = { width: Math.ceil(boxWidth * scale), height: Math.ceil(boxHeight * scale) }
  const clamp = (value: number, max: number) => Math.round(Math.min(max, Math.max(0, value)))
  const { x, y } = face ?? { x: 0.5, y: 0.3 }
  return sharp(bytes)
    .resize({ ...size, fit: 'fill' })
    .extract({
      left: clamp(x * size.width - photoWidth / 2, size.width - photoWidth),
      top: clamp(y * size.height - height * 0.3, size.height - height),
      width: photoWidth,
      height,
    })
    .toBuffer()
}

function renderSvg(card: LinkCard, hasPhoto: boolean): string {
  const { accent, onAccent } = card.colours
  const from = hasPhoto ? textLeft : 60
  const begin = hasPhoto ? photoWidth : 0
  const availableWidth = textRight - from
  const headlineDrawing = drawHeadline(
    card.headline,
    from,
    card.number === undefined ? 260 : 292,
    availableWidth,
  )
  const lineBaseline = headlineDrawing.bottom + 46
  const flagTop = lineBaseline + 24
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${[
    `<rect x="${begin}" y="0" width="${divider}" height="${height}" fill="${accent}"/>`,
    drawText(truncateToWidth(card.brand, brandStyle, availableWidth - 200), {
      ...brandStyle,
      x: from,
      baseline: 86,
      fill: inkColor,
    }),
    card.number === undefined ? '' : drawPlate(card.number),
    headlineDrawing.svg,
    drawText(truncateToWidth(card.line, lineStyle, availableWidth), {
      ...lineStyle,
      x: from,
      baseline: lineBaseline,
      fill: secondaryColor,
    }),
    card.time === undefined ? '' : drawFlag(card.time, { begin, from, top: flagTop, accent, onAccent }),
    drawRuler(begin + divider),
  ].join('')}</svg>`
}

const maxHeadlineSize = 128
const minHeadlineSize = 56

/** Draws the text in one or two lines, as large as it fits. */
function drawHeadline(
  text: string,
  x: number,
  middle: number,
  availableWidth: number,
): { svg: string; bottom: number } {
  const createStyle = (size: number): TextStyle => ({ font: 'display', size })
  let size = maxHeadlineSize
  const isFitting = () =>
    breakIntoLines(text, createStyle(size)).every(
      (words) => measureText(words, createStyle(size)) <= availableWidth,
    )
  while (!isFitting() && size > minHeadlineSize) size -= 4
  const style = createStyle(size)
  const lines = measureText(text, style) <= availableWidth ? [text] : breakIntoLines(text, style)
  const leading = size * 0.84
  const top = middle - ((lines.length - 1) * leading - measureCapHeight(style)) / 2
  const toBaseline = (index: number) => top + index * leading
  const drawnLines = lines.map((words, index) =>
    drawText(truncateToWidth(words, style, availableWidth), {
      ...style,
      x,
      baseline: toBaseline(index),
      fill: inkColor,
    }),
  )
  return { svg: drawnLines.join(''), bottom: toBaseline(lines.length - 1) }
}

/** Breaks a text once, so that the longer line is as short as possible. */
function breakIntoLines(text: string, style: TextStyle): string[] {
  const words = text.split(' ')
  const splits = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')])
  const measureLongest = (lines: string[]) => Math.max(...lines.map((each) => measureText(each, style)))
  return splits.toSorted((one, other) => measureLongest(one) - measureLongest(other))[0] ?? [text]
}

/** Draws the start number with its four pins. */
function drawPlate(number: string): string {
  const [x, y, boxWidth, boxHeight] = [textRight - 178, 48, 178, 136]
  const style = { ...numberStyle, size: Math.min(84, (84 * 140) / measureText(number, numberStyle)) }
  const pins = [x + 17, x + boxWidth - 17].flatMap((cx) =>
    [y + 17, y + boxHeight - 17].map((cy) => `<circle cx="${cx}" cy="${cy}" r="4.5" fill="${inkColor}"/>`),
  )
  const position = {
    x: x + (boxWidth - measureText(number, style)) / 2,
    baseline: y + (boxHeight + measureCapHeight(style)) / 2,
  }
  return `<rect x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="10" fill="#fff" stroke="${lineColor}" stroke-width="2"/>${pins.join('')}${drawText(number, { ...style, ...position, fill: inkColor })}`
}

interface Flag {
  readonly begin: number
  readonly from: number
  readonly top: number
  readonly accent: string
  readonly onAccent: string
}

function drawFlag(time: string, { begin, from, top, accent, onAccent }: Flag): string {
  const boxHeight = 120
  const boxWidth = from - begin + measureText(time, timeStyle) + 26
  const baseline = top + (boxHeight + measureCapHeight(timeStyle)) / 2
  return `<rect x="${begin}" y="${top}" width="${boxWidth}" height="${boxHeight}" fill="${accent}"/>${drawText(time, { ...timeStyle, x: from, baseline, fill: onAccent })}`
}

/** Draws the ruler at the bottom: a long stroke after every two short ones. */
function drawRuler(begin: number): string {
  const strokes: string[] = []
  for (let x = begin, index = 0; x < width; x += 32, index++) {
    const isLong = index % 3 === 0
    const [boxWidth, boxHeight] = isLong ? [4, 26] : [2, 12]
    strokes.push(
      `<rect x="${x}" y="${height - boxHeight}" width="${boxWidth}" height="${boxHeight}" fill="${isLong ? inkColor : '#8a9296'}"/>`,
    )
  }
  return strokes.join('')
}

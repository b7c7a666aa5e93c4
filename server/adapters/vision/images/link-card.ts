import sharp from 'sharp'
import type { LinkCard, LinkCardMaker, LinkCardPhoto } from '../../../features/photos/ports.ts'
import { linkCardSize } from '../../../features/photos/ports.ts'
import { cutText, drawText, measureCapHeight, measureText, type TextStyle } from './outlines.ts'

const { width, height } = linkCardSize
const ink = '#0c0f12'
const quiet = '#3f464d'
const line = '#d5dad8'

/** Places the photo on the left, separated from the text by an accent line. */
const photoWidth = 518
const divider = 8
const left = photoWidth + divider + 48
const right = width - 60

const brandStyle: TextStyle = { font: 'display', size: 42 }
const lineStyle: TextStyle = { font: 'text', size: 23 }
const numberStyle: TextStyle = { font: 'display', size: 84 }
const timeStyle: TextStyle = { font: 'display', size: 118 }
const quality = 82

/** Draws link cards of 1200 × 630 pixels. */
export const linkCardMaker: LinkCardMaker = {
  async make(card) {
    const photo = card.photo && (await cropped(card.photo))
    return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
      .composite([
        ...(photo ? [{ input: photo, left: 0, top: 0 }] : []),
        { input: Buffer.from(drawn(card, photo !== undefined)), left: 0, top: 0 },
      ])
      .jpeg({ quality, progressive: true })
      .toBuffer()
  },
}

/** Crops the photo to its place on the card: as tall as possible around the face, which stays in the upper half. */
async function cropped({ bytes, face }: LinkCardPhoto): Promise<Buffer> {
  const { width: wide, height: tall } = await sharp(bytes).metadata()
  const scale = Math.max(photoWidth / wide, height / tall)
  const size = { width: Math.ceil(wide * scale), height: Math.ceil(tall * scale) }
  const within = (wanted: number, most: number) => Math.round(Math.min(most, Math.max(0, wanted)))
  const { x, y } = face ?? { x: 0.5, y: 0.3 }
  return sharp(bytes)
    .resize({ ...size, fit: 'fill' })
    .extract({
      left: within(x * size.width - photoWidth / 2, size.width - photoWidth),
      top: within(y * size.height - height * 0.3, size.height - height),
      width: photoWidth,
      height,
    })
    .toBuffer()
}

function drawn(card: LinkCard, hasPhoto: boolean): string {
  const { accent, onAccent } = card.colours
  const from = hasPhoto ? left : 60
  const begin = hasPhoto ? photoWidth : 0
  const room = right - from
  const title = headline(card.headline, from, card.number === undefined ? 260 : 292, room)
  const lineAt = title.bottom + 46
  const flagAt = lineAt + 24
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${[
    `<rect x="${begin}" y="0" width="${divider}" height="${height}" fill="${accent}"/>`,
    drawText(cutText(card.brand, brandStyle, room - 200), {
      ...brandStyle,
      x: from,
      baseline: 86,
      fill: ink,
    }),
    card.number === undefined ? '' : plate(card.number),
    title.drawn,
    drawText(cutText(card.line, lineStyle, room), { ...lineStyle, x: from, baseline: lineAt, fill: quiet }),
    card.time === undefined ? '' : flag(card.time, { begin, from, top: flagAt, accent, onAccent }),
    ruler(begin + divider),
  ].join('')}</svg>`
}

const largest = 128
const smallest = 56

/** Draws the text in one or two lines, as large as it fits. */
function headline(text: string, x: number, middle: number, room: number): { drawn: string; bottom: number } {
  const textStyle = (size: number): TextStyle => ({ font: 'display', size })
  let size = largest
  const fits = () =>
    inLines(text, textStyle(size)).every((words) => measureText(words, textStyle(size)) <= room)
  while (!fits() && size > smallest) size -= 4
  const style = textStyle(size)
  const lines = measureText(text, style) <= room ? [text] : inLines(text, style)
  const leading = size * 0.84
  const top = middle - ((lines.length - 1) * leading - measureCapHeight(style)) / 2
  const toBaseline = (at: number) => top + at * leading
  const drawnLines = lines.map((words, at) =>
    drawText(cutText(words, style, room), { ...style, x, baseline: toBaseline(at), fill: ink }),
  )
  return { drawn: drawnLines.join(''), bottom: toBaseline(lines.length - 1) }
}

/** Breaks a text once, so that the longer line is as short as possible. */
function inLines(text: string, style: TextStyle): string[] {
  const words = text.split(' ')
  const broken = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  const longest = (lines: string[]) => Math.max(...lines.map((each) => measureText(each, style)))
  return broken.toSorted((one, other) => longest(one) - longest(other))[0] ?? [text]
}

/** Draws the start number with its four pins. */
function plate(number: string): string {
  const [x, y, wide, tall] = [right - 178, 48, 178, 136]
  const style = { ...numberStyle, size: Math.min(84, (84 * 140) / measureText(number, numberStyle)) }
  const pins = [x + 17, x + wide - 17].flatMap((cx) =>
    [y + 17, y + tall - 17].map((cy) => `<circle cx="${cx}" cy="${cy}" r="4.5" fill="${ink}"/>`),
  )
  const at = {
    x: x + (wide - measureText(number, style)) / 2,
    baseline: y + (tall + measureCapHeight(style)) / 2,
  }
  return `<rect x="${x}" y="${y}" width="${wide}" height="${tall}" rx="10" fill="#fff" stroke="${line}" stroke-width="2"/>${pins.join('')}${drawText(number, { ...style, ...at, fill: ink })}`
}

interface Flag {
  readonly begin: number
  readonly from: number
  readonly top: number
  readonly accent: string
  readonly onAccent: string
}

function flag(time: string, { begin, from, top, accent, onAccent }: Flag): string {
  const tall = 120
  const wide = from - begin + measureText(time, timeStyle) + 26
  const baseline = top + (tall + measureCapHeight(timeStyle)) / 2
  return `<rect x="${begin}" y="${top}" width="${wide}" height="${tall}" fill="${accent}"/>${drawText(time, { ...timeStyle, x: from, baseline, fill: onAccent })}`
}

/** Draws the ruler at the bottom: a long stroke after every two short ones. */
function ruler(begin: number): string {
  const strokes: string[] = []
  for (let x = begin, at = 0; x < width; x += 32, at++) {
    const isLong = at % 3 === 0
    const [wide, tall] = isLong ? [4, 26] : [2, 12]
    strokes.push(
      `<rect x="${x}" y="${height - tall}" width="${wide}" height="${tall}" fill="${isLong ? ink : '#8a9296'}"/>`,
    )
  }
  return strokes.join('')
}

import sharp from 'sharp'
import type { Brand } from '../../platform/context.ts'
import { iconSides, sizeOfPictureNamed } from './brand-files.ts'
import { computeContrast, type Rgb } from './theme/colour.ts'

const favicon = 'favicon.svg'

/** Returns whether a name is that of an icon; every brand has its icons at the same addresses. */
export const isIcon = (name: string): boolean => name in iconSides || name === favicon

/** Sets the share of the side covered by the mark; launchers may crop a maskable icon to a circle of 80 %. */
const shares = { any: 0.76, touch: 0.72, maskable: 0.56 }

const drawn = new WeakMap<Brand['files'], Map<string, Promise<Buffer | undefined>>>()

/**
 * Returns an icon of a brand: a custom one from its folder, or else drawn from its icon or logo. Memoized.
 *
 * @returns undefined for a brand without any, which uses the product's
 */
export function drawIcon(brand: Brand, name: string): Promise<Buffer | undefined> {
  const known = drawn.get(brand.files) ?? new Map<string, Promise<Buffer | undefined>>()
  drawn.set(brand.files, known)
  const icon = known.get(name) ?? draw(brand, name)
  known.set(name, icon)
  return icon
}

async function draw(brand: Brand, name: string): Promise<Buffer | undefined> {
  const byHand = brand.files.get(name)
  if (byHand) return Buffer.from(byHand)
  const source = brand.icon ?? brand.logo
  if (!source) return undefined
  if (name === favicon) return drawFavicon(brand, source)
  const side = iconSides[name]
  if (side === undefined) return undefined
  const kind = name.includes('maskable') ? 'maskable' : name.startsWith('apple') ? 'touch' : 'any'
  return drawSquare(await readMark(brand, source), side, kind)
}

interface Mark {
  readonly png: Buffer
  readonly aspect: number
  /** Background colour of a mark that fills its square; undefined for a mark without background. */
  readonly services: Rgb | undefined
  /** Whether it has more contrast on white than on ink. */
  readonly isDark: boolean
}

const markSide = 1024

async function readMark({ files }: Brand, name: string): Promise<Mark> {
  const { width, height } = sizeOfPictureNamed(files, name)
  const density = name.endsWith('.svg') ? Math.min(2400, (72 * markSide) / Math.max(width, height)) : 72
  const picture = sharp(Buffer.from(files.get(name) ?? []), { density })
    .ensureAlpha()
    .resize(markSide, markSide, { fit: 'inside' })
  const png = await picture.png().toBuffer()
  const small = sharp(png).resize(32, 32, { fit: 'fill' }).raw()
  const pixels = await small.toBuffer()
  const at = (index: number): Rgb => [pixels[index] ?? 0, pixels[index + 1] ?? 0, pixels[index + 2] ?? 0]
  const corner = (pixels[3] ?? 0) > 250 && (pixels[pixels.length - 1] ?? 0) > 250
  const isSquare = Math.abs(width / height - 1) < 0.1
  const services = corner && isSquare ? at(0) : undefined
  let onWhite = 0
  let onInk = 0
  for (let index = 0; index < pixels.length; index += 4) {
    if ((pixels[index + 3] ?? 0) < 128) continue
    if (computeContrast(at(index), [255, 255, 255]) >= 2.5) onWhite++
    if (computeContrast(at(index), [12, 15, 18]) >= 2.5) onInk++
  }
  return { png, aspect: width / height, services, isDark: onWhite >= onInk }
}

const paper: Rgb = [255, 255, 255]
const ink: Rgb = [12, 15, 18]

async function drawSquare(mark: Mark, side: number, kind: keyof typeof shares): Promise<Buffer> {
  const services = mark.services ?? (mark.isDark ? paper : ink)
  const whole = mark.services !== undefined && kind !== 'maskable'
  const radius = kind === 'any' ? Math.round(side * 0.215) : 0
  const share = whole ? 1 : mark.services ? 0.8 : shares[kind]
  // A wide mark may be wider than a square one: its corners must stay inside.
  const diagonal = share * Math.SQRT2
  const wide = Math.min(0.84, diagonal * Math.cos(Math.atan(1 / mark.aspect)))
  const width = Math.max(1, Math.round(side * (whole || mark.services ? share : wide)))
  const box = await sharp(mark.png).resize(width, width, { fit: 'inside' }).toBuffer()
  const [red, green, blue] = services
  const square = sharp({
    create: { width: side, height: side, channels: 4, background: { r: red, g: green, b: blue, alpha: 1 } },
  }).composite([{ input: box, gravity: 'centre' }])
  const png = await square.png().toBuffer()
  if (radius === 0) return sharp(png).removeAlpha().png({ compressionLevel: 9 }).toBuffer()
  const mask = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${radius}"/></svg>`,
  )
  return sharp(png)
    .composite([{ input: mask, blend: 'dest-in' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

async function drawFavicon(brand: Brand, source: string): Promise<Buffer> {
  const mark = await readMark(brand, source)
  const bytes = brand.files.get(source) ?? new Uint8Array()
  if (source.endsWith('.svg') && mark.services !== undefined) return Buffer.from(bytes)
  const png = await drawSquare(mark, 64, 'any')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
  )
}

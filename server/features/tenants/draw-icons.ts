import sharp from 'sharp'
import type { Brand } from '../../platform/context.ts'
import { getPictureSize, iconSidesInPixels } from './brand-files.ts'
import { computeContrast, type Rgb } from './theme/colour.ts'

const favicon = 'favicon.svg'

/** Returns whether a name is that of an icon; every brand has its icons at the same addresses. */
export const isIcon = (name: string): boolean => name in iconSidesInPixels || name === favicon

/** Sets the share of the side covered by the mark; launchers may crop a maskable icon to a circle of 80 %. */
const markShares = { any: 0.76, touch: 0.72, maskable: 0.56 }

const iconCache = new WeakMap<Brand['files'], Map<string, Promise<Buffer | undefined>>>()

/**
 * Returns an icon of a brand: a custom one from its folder, or else drawn from its icon or logo. Memoized.
 *
 * @returns undefined for a brand without any, which uses the product's
 */
export function drawIcon(brand: Brand, name: string): Promise<Buffer | undefined> {
  const brandIcons = iconCache.get(brand.files) ?? new Map<string, Promise<Buffer | undefined>>()
  iconCache.set(brand.files, brandIcons)
  const icon = brandIcons.get(name) ?? createIcon(brand, name)
  brandIcons.set(name, icon)
  return icon
}

async function createIcon(brand: Brand, name: string): Promise<Buffer | undefined> {
  const customIcon = brand.files.get(name)
  if (customIcon) return Buffer.from(customIcon)
  const source = brand.icon ?? brand.logo
  if (!source) return undefined
  if (name === favicon) return drawFavicon(brand, source)
  const side = iconSidesInPixels[name]
  if (side === undefined) return undefined
  const kind = name.includes('maskable') ? 'maskable' : name.startsWith('apple') ? 'touch' : 'any'
  return drawSquare(await readMark(brand, source), side, kind)
}

interface Mark {
  readonly png: Buffer
  readonly aspect: number
  /** Background colour of a mark that fills its square; undefined for a mark without background. */
  readonly background: Rgb | undefined
  /** Whether it has more contrast on white than on ink. */
  readonly isDark: boolean
}

const markSide = 1024

async function readMark({ files }: Brand, name: string): Promise<Mark> {
  const { width, height } = getPictureSize(files, name)
  const density = name.endsWith('.svg') ? Math.min(2400, (72 * markSide) / Math.max(width, height)) : 72
  const picture = sharp(Buffer.from(files.get(name) ?? []), { density })
    .ensureAlpha()
    .resize(markSide, markSide, { fit: 'inside' })
  const png = await picture.png().toBuffer()
  const thumbnail = sharp(png).resize(32, 32, { fit: 'fill' }).raw()
  const pixels = await thumbnail.toBuffer()
  const getPixel = (index: number): Rgb => [
    pixels[index] ?? 0,
    pixels[index + 1] ?? 0,
    pixels[index + 2] ?? 0,
  ]
  const hasOpaqueCorners = (pixels[3] ?? 0) > 250 && (pixels[pixels.length - 1] ?? 0) > 250
  const isSquare = Math.abs(width / height - 1) < 0.1
  const background = hasOpaqueCorners && isSquare ? getPixel(0) : undefined
  let visibleOnWhite = 0
  let visibleOnInk = 0
  for (let index = 0; index < pixels.length; index += 4) {
    if ((pixels[index + 3] ?? 0) < 128) continue
    if (computeContrast(getPixel(index), [255, 255, 255]) >= 2.5) visibleOnWhite++
    if (computeContrast(getPixel(index), [12, 15, 18]) >= 2.5) visibleOnInk++
  }
  return { png, aspect: width / height, background, isDark: visibleOnWhite >= visibleOnInk }
}

const white: Rgb = [255, 255, 255]
const darkInk: Rgb = [12, 15, 18]

async function drawSquare(mark: Mark, side: number, kind: keyof typeof markShares): Promise<Buffer> {
  const background = mark.background ?? (mark.isDark ? white : darkInk)
  const fillsSquare = mark.background !== undefined && kind !== 'maskable'
  const radius = kind === 'any' ? Math.round(side * 0.215) : 0
  const share = fillsSquare ? 1 : mark.background ? 0.8 : markShares[kind]
  // A wide mark may be wider than a square one: its corners must stay inside.
  const diagonal = share * Math.SQRT2
  const maxWideShare = Math.min(0.84, diagonal * Math.cos(Math.atan(1 / mark.aspect)))
  const width = Math.max(1, Math.round(side * (fillsSquare || mark.background ? share : maxWideShare)))
  const resizedMark = await sharp(mark.png).resize(width, width, { fit: 'inside' }).toBuffer()
  const [red, green, blue] = background
  const square = sharp({
    create: { width: side, height: side, channels: 4, background: { r: red, g: green, b: blue, alpha: 1 } },
  }).composite([{ input: resizedMark, gravity: 'centre' }])
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
  if (source.endsWith('.svg') && mark.background !== undefined) return Buffer.from(bytes)
  const png = await drawSquare(mark, 64, 'any')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
  )
}

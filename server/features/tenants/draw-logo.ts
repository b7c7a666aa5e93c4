import sharp from 'sharp'
import type { Brand } from '../../platform/context.ts'
import { sizeOfPictureNamed, toMediaType } from './brand-files.ts'
import { computeContrast, type Rgb } from './theme/colour.ts'

const height = 64
const darkGround: Rgb = [12, 15, 18]

const drawn = new WeakMap<Brand['files'], Promise<Buffer>>()

/**
 * Returns one SVG for both schemes, so that the page needs only one address. It switches by `prefers-color-scheme`, which
 * follows the embedding page. The dark variant is the dark logo, or the logo on a white plate if it would be invisible.
 */
export function drawLogo(brand: Brand): Promise<Buffer> {
  const logo = drawn.get(brand.files) ?? draw(brand)
  drawn.set(brand.files, logo)
  return logo
}

async function draw({ files, logo = '', logoDark }: Brand): Promise<Buffer> {
  const bytes = Buffer.from(files.get(logo) ?? [])
  const knowsSchemes = logo.endsWith('.svg') && bytes.includes('prefers-color-scheme')
  if (knowsSchemes) return bytes
  const size = sizeOfPictureNamed(files, logo)
  const width = Math.round((height * size.width) / size.height)
  const image = (name: string, attributes: string) =>
    `<image ${attributes} href="data:${toMediaType(name)};base64,${Buffer.from(files.get(name) ?? []).toString('base64')}"/>`
  const whole = `width="${width}" height="${height}"`
  const inner = (await isSeenOnDark(bytes, size))
    ? image(logo, whole)
    : `<defs>${image(logo, `id="logo" ${whole}`)}</defs><use class="light" href="#logo"/><g class="dark">${
        logoDark ? image(logoDark, whole) : plate(width)
      }</g>`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width / 2}" height="${height / 2}" viewBox="0 0 ${width} ${height}">` +
      `<style>.dark{display:none}@media(prefers-color-scheme:dark){.dark{display:inline}.light{display:none}}</style>${inner}</svg>`,
  )
}

const inset = 8

const plate = (width: number) => {
  const scale = (height - 2 * inset) / height
  const left = (width - width * scale) / 2
  return `<rect width="${width}" height="${height}" rx="10" fill="#fff"/><use href="#logo" transform="translate(${left.toFixed(1)} ${inset}) scale(${scale})"/>`
}

/** Returns whether nearly all of a logo is visible on the dark page. */
async function isSeenOnDark(
  bytes: Buffer,
  { width, height }: { width: number; height: number },
): Promise<boolean> {
  const density = Math.min(2400, Math.max(72, (72 * 256) / Math.max(width, height)))
  const pixels = await sharp(bytes, { density })
    .ensureAlpha()
    .resize(128, 64, { fit: 'fill' })
    .raw()
    .toBuffer()
  let opaque = 0
  let seen = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue
    opaque++
    const pixel: Rgb = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
    if (computeContrast(pixel, darkGround) >= 3) seen++
  }
  return seen >= opaque * 0.95
}

import sharp from 'sharp'
import type { Brand } from '../../platform/context.ts'
import { getPictureSize, toMediaType } from './brand-files.ts'
import { computeContrast, type Rgb } from './theme/colour.ts'

const height = 64
const darkBackground: Rgb = [12, 15, 18]

const logoCache = new WeakMap<Brand['files'], Promise<Buffer>>()

/**
 * Returns one SVG for both schemes, so that the page needs only one address. It switches by `prefers-color-scheme`, which
 * follows the embedding page. The dark variant is the dark logo, or the logo on a white plate if it would be invisible.
 */
export function drawLogo(brand: Brand): Promise<Buffer> {
  const logo = logoCache.get(brand.files) ?? renderLogo(brand)
  logoCache.set(brand.files, logo)
  return logo
}

async function renderLogo({ files, logo = '', logoDark }: Brand): Promise<Buffer> {
  const bytes = Buffer.from(files.get(logo) ?? [])
  const adaptsToScheme = logo.endsWith('.svg') && bytes.includes('prefers-color-scheme')
  if (adaptsToScheme) return bytes
  const size = getPictureSize(files, logo)
  const width = Math.round((height * size.width) / size.height)
  const renderImage = (name: string, attributes: string) =>
    `<image ${attributes} href="data:${toMediaType(name)};base64,${Buffer.from(files.get(name) ?? []).toString('base64')}"/>`
  const sizeAttributes = `width="${width}" height="${height}"`
  const innerSvg = (await isVisibleOnDark(bytes, size))
    ? renderImage(logo, sizeAttributes)
    : `<defs>${renderImage(logo, `id="logo" ${sizeAttributes}`)}</defs><use class="light" href="#logo"/><g class="dark">${
        logoDark ? renderImage(logoDark, sizeAttributes) : renderPlate(width)
      }</g>`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width / 2}" height="${height / 2}" viewBox="0 0 ${width} ${height}">` +
      `<style>.dark{display:none}@media(prefers-color-scheme:dark){.dark{display:inline}.light{display:none}}</style>${innerSvg}</svg>`,
  )
}

const inset = 8

const renderPlate = (width: number) => {
  const scale = (height - 2 * inset) / height
  const left = (width - width * scale) / 2
  return `<rect width="${width}" height="${height}" rx="10" fill="#fff"/><use href="#logo" transform="translate(${left.toFixed(1)} ${inset}) scale(${scale})"/>`
}

/** Returns whether nearly all of a logo is visible on the dark page. */
async function isVisibleOnDark(
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
  let visible = 0
  for (let index = 0; index < pixels.length; index += 4) {
    if ((pixels[index + 3] ?? 0) < 128) continue
    opaque++
    const pixel: Rgb = [pixels[index] ?? 0, pixels[index + 1] ?? 0, pixels[index + 2] ?? 0]
    if (computeContrast(pixel, darkBackground) >= 3) visible++
  }
  return visible >= opaque * 0.95
}

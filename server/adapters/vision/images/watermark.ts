import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Bitmap, Size } from './bitmap.ts'
import font from './watermark-font.json' with { type: 'json' }

/** Configures a watermark. Lengths are relative to the picture's long side. */
export interface WatermarkStyle {
  letterHeight: number
  /** From 0 to 1. */
  opacity: number
}

/** One value per pixel: positive lightens, negative darkens, 127 is full strength. */
type Mask = Int8Array

const slopeInRadians = Math.PI / 7
const darkEdgeInPixels = 1.5
const maxCachedMasks = 12
const masks = new Map<string, Mask>()
let fontFiles: string[] | undefined

/** Writes the bundled font to disk until the process ends: a server without fonts would render empty boxes. */
function writeFontFiles(): string[] {
  if (!fontFiles) {
    const folder = mkdtempSync(join(tmpdir(), 'photofinish-watermark-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    fontFiles = Object.entries(font.files).map(([name, base64]) => {
      const file = join(folder, `${name}.ttf`)
      writeFileSync(file, Buffer.from(base64, 'base64'))
      return file
    })
  }
  return fontFiles
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Renders white letters on black, 0 to 255, with padding. */
async function renderText(text: string, letterHeight: number) {
  const render = (fontfile: string) =>
    sharp({
      text: {
        text: `<span foreground="white">${escapeMarkup(text)}</span>`,
        font: `${font.family} Bold ${letterHeight}`,
        fontfile,
        dpi: 72,
        rgba: true,
      },
    })
      .extractChannel('alpha')
      .raw()
      .toBuffer({ resolveWithObject: true })
  // each call registers its font file permanently, so the last one has the letters of all files
  const [lastFile = '', ...others] = writeFontFiles()
  for (const file of others) await render(file)
  return render(lastFile)
}

async function computeMask(
  text: string,
  width: number,
  height: number,
  style: WatermarkStyle,
): Promise<Mask> {
  const longSide = Math.max(width, height)
  const { data, info } = await renderText(text, Math.max(8, Math.round(longSide * style.letterHeight)))
  const [stepX, stepY] = [info.width + info.height * 2, info.height * 4]
  const [cos, sin] = [Math.cos(slopeInRadians), Math.sin(slopeInRadians)]
  const strength = style.opacity * 127
  const getLetterCoverage = (u: number, v: number) => {
    const row = Math.floor(v / stepY)
    const y = Math.floor(v - row * stepY)
    const x = Math.floor((((u + (row * stepX) / 2) % stepX) + stepX) % stepX)
    return x < info.width && y < info.height ? (data[y * info.width + x] ?? 0) / 255 : 0
  }
  const mask = new Int8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [u, v] = [x * cos - y * sin, x * sin + y * cos]
      const light = getLetterCoverage(u, v)
      const dark = getLetterCoverage(u - darkEdgeInPixels, v - darkEdgeInPixels) * (1 - light)
      mask[y * width + x] = Math.round(strength * (light - dark * 0.7))
    }
  return mask
}

async function getMask(text: string, width: number, height: number, style: WatermarkStyle): Promise<Mask> {
  const key = JSON.stringify([text, width, height, style])
  const mask = masks.get(key) ?? (await computeMask(text, width, height, style))
  masks.delete(key)
  masks.set(key, mask)
  const [oldest] = masks.keys()
  if (masks.size > maxCachedMasks && oldest !== undefined) masks.delete(oldest)
  return mask
}

/** Draws a text across a picture in diagonal rows, light with a dark edge so that it is visible on any background. */
export async function addWatermark(picture: Bitmap, text: string, style: WatermarkStyle): Promise<Bitmap> {
  const mask = await getMask(text, picture.width, picture.height, style)
  const data = new Uint8Array(picture.data)
  for (let i = 0; i < mask.length; i++) {
    const strength = mask[i] ?? 0
    if (strength === 0) continue
    for (let offset = i * 3; offset < i * 3 + 3; offset++) {
      const value = data[offset] ?? 0
      data[offset] = value + (((strength > 0 ? 255 - value : value) * strength) >> 7)
    }
  }
  return { ...picture, data }
}

/** Returns the same watermark as a transparent PNG, to overlay on the frames of a video. */
export async function makeWatermarkLayer(
  text: string,
  { width, height }: Size,
  style: WatermarkStyle,
): Promise<Uint8Array> {
  const mask = await getMask(text, width, height, style)
  const data = new Uint8Array(width * height * 4)
  for (const [index, strength] of mask.entries()) {
    data.fill(strength > 0 ? 255 : 0, index * 4, index * 4 + 3)
    data[index * 4 + 3] = Math.abs(strength) * 2
  }
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

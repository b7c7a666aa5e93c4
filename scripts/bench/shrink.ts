import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { build, preview } from 'vite'
import { ensureBrowser } from '../ensure-browser.ts'

const pictures = [
  { name: '12 MP', width: 3024, height: 4032 },
  { name: '48 MP', width: 6048, height: 8064 },
] as const
const rounds = 3

interface Result {
  inMs: number
  sizeInBytes: number
  /** The longest time in which the page could do nothing else. */
  stallInMs: number
}

declare global {
  interface Window {
    measure(way: 'worker' | 'page', picture: Blob): Promise<Result>
  }
}

/** Both ways of making a photo small, in Chromium: our own worker, and browser-image-compression on the page. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'photofinish-shrink-'))
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox'] })
  try {
    const root = join(import.meta.dirname, 'shrink')
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      worker: { format: 'es' },
      build: { outDir: folder },
    })
    const server = await preview({ configFile: false, root, logLevel: 'error', build: { outDir: folder } })
    const page = await browser.newPage()
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    for (const { name, width, height } of pictures) {
      const photo = await photoOf(width, height)
      console.log(`${name}, ${(photo.length / 1e6).toFixed(1)} MB:`)
      for (const way of ['worker', 'page'] as const) print(way, await measure(page, way, photo))
    }
    await server.close()
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As heavy as a camera writes it: with grain. */
async function photoOf(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const grain = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(join('demo', 'selfies', 'good-a01-andrei.jpg'))
    .resize(width, height, { fit: 'cover' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toBuffer()
}

async function measure(page: Page, way: 'worker' | 'page', photo: Buffer): Promise<Result[]> {
  await page.route('**/photo.jpg', (route) => route.fulfill({ body: photo, contentType: 'image/jpeg' }))
  const results: Result[] = []
  for (let round = 0; round < rounds; round++)
    results.push(
      await page.evaluate(async (wanted) => {
        const answer = await fetch('photo.jpg')
        return window.measure(wanted, await answer.blob())
      }, way),
    )
  await page.unroute('**/photo.jpg')
  return results.sort((a, b) => a.inMs - b.inMs)
}

function print(way: string, results: readonly Result[]): void {
  const median = results[Math.floor(results.length / 2)]
  if (!median) return
  const { inMs, sizeInBytes, stallInMs } = median
  console.log(
    `  ${way.padEnd(6)} ${(inMs / 1000).toFixed(2)} s, ${Math.round(sizeInBytes / 1024)} KB, page still for ${Math.round(stallInMs)} ms`,
  )
}

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { exposeMemory } from './page-modules.ts'
import { prepareForOffline } from './selfies.ts'
import { demoFile, expect, test } from './test-server.ts'

const maxSizeInBytes = 300 * 1024

/** Returns a photo as a phone writes it: 12 megapixels, rotated, with GPS data. */
async function createPhonePhoto(): Promise<Buffer> {
  const upright = await sharp(demoFile('selfies/good-a01-andrei.jpg'))
    .resize(3024, 4032, { fit: 'cover' })
    .toBuffer()
  const rotated = await sharp(upright).rotate(270).toBuffer()
  return sharp(rotated)
    .withExif({
      IFD0: { Make: 'Phone', Model: 'One' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '59/1 56/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '30/1 18/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 97 })
    .toBuffer()
}

/** Returns the stored picture to be sent. */
async function readStoredPicture(page: Page): Promise<Buffer> {
  await exposeMemory(page)
  const bytes = await page.evaluate(async () => {
    const { selfies } = window.memory
    const [entry] = await selfies.entries()
    const record = entry && (await selfies.get(entry[0]))
    return Array.from(new Uint8Array(record?.bytes ?? new ArrayBuffer(0)))
  })
  return Buffer.from(bytes)
}

/** Returns the mean grey difference of two pictures. */
async function measureDifference(one: Buffer | string, other: Buffer): Promise<number> {
  const readGreyPixels = (picture: Buffer | string) =>
    sharp(picture).resize(60, 80, { fit: 'fill' }).greyscale().raw().toBuffer()
  const [first, second] = [await readGreyPixels(one), await readGreyPixels(other)]
  return first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length
}

for (const [where, canDrawInWorkers] of [
  ['in a worker', true],
  ['on the page, in a browser whose workers cannot draw', false],
] as const) {
  test(`what goes up is made ${where}: small, upright, and says nothing of place or phone`, async ({
    page,
    withoutNetwork,
  }) => {
    if (!canDrawInWorkers) await page.addInitScript('delete globalThis.OffscreenCanvas')
    const photo = await createPhonePhoto()
    expect(photo.length).toBeGreaterThan(2 * maxSizeInBytes)
    await prepareForOffline(page)
    // the downscaling code may be loaded only on demand
    await page.reload()
    await withoutNetwork(async () => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photo })
      await expect(page.getByText('Сохранено', { exact: true })).toBeVisible()
      const storedPicture = await readStoredPicture(page)
      const { width, height, orientation, exif, format } = await sharp(storedPicture).metadata()
      expect({ format, orientation, exif }).toEqual({
        format: 'jpeg',
        orientation: undefined,
        exif: undefined,
      })
      expect(height).toBeGreaterThan(width)
      expect(Math.max(width, height)).toBeLessThanOrEqual(1280)
      expect(storedPicture.length).toBeLessThanOrEqual(maxSizeInBytes)
      const upright = await sharp(demoFile('selfies/good-a01-andrei.jpg'))
        .resize(3024, 4032, { fit: 'cover' })
        .toBuffer()
      expect(await measureDifference(upright, storedPicture)).toBeLessThan(6)
    })
  })
}

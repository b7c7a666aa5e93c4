import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { isReadableByService } from './picture-format.ts'

const greyImage = sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
const toBlob = (bytes: Buffer | string) => new Blob([Uint8Array.from(Buffer.from(bytes))])

it.each(['jpeg', 'png', 'webp'] as const)('knows %s', async (format) => {
  expect(await isReadableByService(toBlob(await greyImage.clone().toFormat(format).toBuffer()))).toBe(true)
})

it('knows the pictures of iPhones', async () => {
  expect(await isReadableByService(toBlob(readFileSync('tests/fixtures/andrei.heic')))).toBe(true)
})

it.each([
  ['a document', '%PDF-1.7 a start list'],
  ['a page', '<!doctype html>'],
  ['a film', '\0\0\0\x18ftypmp42 and so on'],
  ['nothing', ''],
])('%s is not for the service', async (_, content) => {
  expect(await isReadableByService(toBlob(content))).toBe(false)
})

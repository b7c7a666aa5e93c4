import sharp from 'sharp'
import { expect, it } from 'vitest'
import { coverMaker } from './cover.ts'

const createPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2b6' } })

it('makes an upright cover in two sizes from any supported picture', async () => {
  const rotatedJpeg = await createPicture(2000, 3000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { large, small, placeholder } = await coverMaker.makeCover(rotatedJpeg)
  expect(large).toMatchObject({ mime: 'image/jpeg', width: 1600, height: 1067 })
  expect(small).toMatchObject({ mime: 'image/webp', width: 828, height: 552 })
  expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 828, height: 552 })
  expect(placeholder).toMatch(/^data:image\/webp;base64,/)
  expect(placeholder.length).toBeLessThan(400)
})

it('enlarges nothing and refuses files that are not pictures', async () => {
  const { large, small } = await coverMaker.makeCover(await createPicture(600, 400).png().toBuffer())
  expect([large.width, small.width]).toEqual([600, 600])
  await expect(coverMaker.makeCover(Buffer.from('<svg/>'))).rejects.toThrow('NotAnImage')
})

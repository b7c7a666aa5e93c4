import { expect, it } from 'vitest'
import { createRedAndBluePicture, redAndBlueHeic } from '../../../../tests/support/data/sample-pictures.ts'
import { readPictureSize } from './picture-size.ts'

it('is that of the upright picture', async () => {
  const upright = await createRedAndBluePicture().jpeg().toBuffer()
  expect(await readPictureSize(upright)).toEqual({ width: 96, height: 64 })
  const turned = await createRedAndBluePicture().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await readPictureSize(turned)).toEqual({ width: 64, height: 96 })
})

it('is read from the header of a HEIC, whose pixels need another decoder', async () => {
  expect(await readPictureSize(redAndBlueHeic)).toEqual({ width: 96, height: 64 })
})

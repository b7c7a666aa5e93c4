import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { projectRoot } from '../../platform/root.ts'
import { createVision } from './vision.ts'

test('a photo of 61 million pixels has its size, its pictures, and what is found in pixels of the original', async () => {
  const vision = createVision({ modelsFolder: join(projectRoot, 'dist', 'models'), photoWorkers: 1 })
  try {
    const options = { watermarkText: 'Photofinish', readBibs: true }
    const bytes = readFileSync(join(projectRoot, 'demo', 'photos-a/A001.jpg'))
    const small = await vision.photos.analyse(bytes, options)
    const large = sharp(bytes).resize(9504, 6338, { fit: 'fill' })
    const photo = await vision.photos.analyse(await large.jpeg({ quality: 80 }).toBuffer(), options)
    expect([photo.width, photo.height, photo.preview.width]).toEqual([9504, 6338, 1280])
    expect(photo.bibs.map(({ text }) => text).sort()).toEqual(small.bibs.map(({ text }) => text).sort())
    expect(photo.faces).toHaveLength(small.faces.length)
    const scale = 9504 / 1600
    for (const { box, sizeInPixels } of photo.faces) {
      expect(Math.max(box.width, box.height)).toBeCloseTo(sizeInPixels, -1)
      const middleX = (box.x + box.width / 2) / scale
      const middleY = (box.y + box.height / 2) / scale
      const matchingFaces = small.faces.filter(
        (face) =>
          middleX > face.box.x &&
          middleX < face.box.x + face.box.width &&
          middleY > face.box.y &&
          middleY < face.box.y + face.box.height,
      )
      expect(matchingFaces).toHaveLength(1)
    }
  } finally {
    await vision.close()
  }
}, 60_000)

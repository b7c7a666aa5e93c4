import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ObjectMissing, type ObjectStore } from '../../../platform/objects/port.ts'
import type { EmbedderCard } from './card.ts'
import { defaultFaceModel, modelCards } from './cards.ts'
import { downloadModel } from './download-model.ts'
import { createInstalledModels, identifyModelFile, readModelFile } from './installed-models.ts'

const bytes = Buffer.from('a network')
const card: EmbedderCard = {
  ...defaultFaceModel.embedder,
  id: 'other',
  source: { type: 'download', url: 'https://models.test/other.onnx', sizeInBytes: bytes.length },
  sha256: createHash('sha256').update(bytes).digest('hex'),
}
const cards = [...modelCards, card]
const modelId = 'face-api-ssd+other'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'installed-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Creates a store of objects in memory. */
function createObjects() {
  const stored = new Map<string, Uint8Array>()
  const objects: Pick<ObjectStore, 'get' | 'head' | 'put'> = {
    get: async (key) => {
      const content = stored.get(key)
      if (!content) throw new ObjectMissing(key)
      return content
    },
    head: async (key) => {
      const content = stored.get(key)
      return content && { sizeInBytes: content.length, contentType: 'application/octet-stream' }
    },
    put: async (key, content, { contentType }) => {
      if (!(content instanceof Uint8Array)) throw new Error('This store takes bytes only')
      stored.set(key, content)
      return { sizeInBytes: content.length, contentType }
    },
  }
  return { objects, stored }
}

describe('a model file', () => {
  test('is installed with the hash of its card only', async () => {
    const { objects, stored } = createObjects()
    const models = createInstalledModels({ folder, objects, cards })
    await expect(models.install(card, Buffer.from('another'))).rejects.toThrow('This file is not other')
    expect(stored.size).toBe(0)
    expect(await models.isInstalled(card)).toBe(false)
    await expect(models.locate(modelId)).rejects.toThrow('run `models install other`')
    await models.install(card, bytes)
    expect(await models.isInstalled(card)).toBe(true)
    const { model, detectorFile, embedderFile = '' } = await models.locate(modelId)
    expect([model.embedder.id, detectorFile]).toEqual(['other', undefined])
    expect(readFileSync(embedderFile)).toEqual(bytes)
  })

  test('is copied from the store of objects by other processes, unless it is damaged there', async () => {
    const { objects, stored } = createObjects()
    await createInstalledModels({ folder: join(folder, 'one'), objects, cards }).install(card, bytes)
    const other = createInstalledModels({ folder: join(folder, 'two'), objects, cards })
    const { embedderFile = '' } = await other.locate(modelId)
    expect(embedderFile.startsWith(join(folder, 'two'))).toBe(true)
    expect(readFileSync(embedderFile)).toEqual(bytes)
    for (const key of stored.keys()) stored.set(key, Buffer.from('damaged'))
    const third = createInstalledModels({ folder: join(folder, 'three'), objects, cards })
    await expect(third.locate(modelId)).rejects.toThrow('This file is not other')
  })

  test('has the card with its size and hash', async () => {
    const path = join(folder, 'other.onnx')
    writeFileSync(path, bytes)
    expect(await identifyModelFile(path, cards)).toBe(card)
    writeFileSync(path, Buffer.alloc(bytes.length))
    await expect(identifyModelFile(path, cards)).rejects.toThrow(
      /No model card has the SHA-256 of .*other\.onnx.*the size of other: download it again/,
    )
    await expect(identifyModelFile(folder, cards)).rejects.toThrow('is not a file')
  })

  test('of another size is refused without being read', async () => {
    const path = join(folder, 'huge.onnx')
    writeFileSync(path, bytes)
    // more than Node reads at once, without taking space on the disk
    truncateSync(path, 3 * 2 ** 30)
    await expect(identifyModelFile(path, cards)).rejects.toThrow(
      /No model card has the size of .*huge\.onnx, 3221225472 bytes: .*other has 9/,
    )
    expect(await readModelFile(path, card)).toHaveLength(bytes.length + 1)
  })
})

test('the default model needs no installation', async () => {
  const models = createInstalledModels({ folder, objects: createObjects().objects })
  expect(await models.isInstalled(defaultFaceModel.embedder)).toBe(true)
  expect(await models.locate('face-api-ssd+face-api-resnet')).toEqual({
    model: defaultFaceModel,
    detectorFile: undefined,
    embedderFile: undefined,
  })
})

describe('a download', () => {
  const { signal } = new AbortController()
  const buildCard = (url: string, sizeInBytes = bytes.length): EmbedderCard => ({
    ...card,
    source: { type: 'download', url, sizeInBytes },
  })
  const dataUrl = `data:application/octet-stream;base64,${bytes.toString('base64')}`

  test('returns the bytes of the address', async () => {
    expect(Buffer.from(await downloadModel(buildCard(dataUrl), signal))).toEqual(bytes)
  })

  test('ends at the size of the card', async () => {
    await expect(downloadModel(buildCard(dataUrl, 3), signal)).rejects.toThrow('more than the 3 bytes')
  })

  test('says how to install without a network when the address does not answer', async () => {
    await expect(downloadModel(buildCard('http://127.0.0.1:1/model.onnx'), signal)).rejects.toThrow(
      /cannot be downloaded: .*models install FILE/,
    )
  })
})

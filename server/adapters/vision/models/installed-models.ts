import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { newId } from '../../../platform/ids.ts'
import { getModelKey } from '../../../platform/objects/keys.ts'
import { ObjectMissing, type ObjectStore } from '../../../platform/objects/port.ts'
import type { InstalledFaceModel } from '../models.ts'
import type { ModelCard } from './card.ts'
import { findFaceModel, modelCards } from './cards.ts'

/** Thrown when a file is not the one that a model card describes. */
export class ModelFileInvalid extends Error {
  override readonly name = 'ModelFileInvalid'
}

/** The model files of an installation. */
export interface InstalledModels {
  readonly cards: readonly ModelCard[]
  isInstalled(card: ModelCard): Promise<boolean>
  /** Stores a file, for all processes of the installation. @throws ModelFileInvalid when the card has another hash */
  install(card: ModelCard, bytes: Uint8Array): Promise<void>
  /**
   * Returns a model by its id, with paths of its files on this machine.
   *
   * @throws Error when a file is not installed, or for an unknown id
   */
  locate(modelId: string): Promise<InstalledFaceModel>
}

const computeHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Returns the card of a downloaded file by its hash. Reads the file in pieces, and only when a card has its size.
 *
 * @throws ModelFileInvalid when no card describes the file
 */
export async function identifyModelFile(
  path: string,
  cards: readonly ModelCard[] = modelCards,
): Promise<ModelCard> {
  const info = await stat(path)
  if (!info.isFile()) throw new ModelFileInvalid(`${path} is not a file`)
  const downloaded = cards.filter(({ source }) => source.type === 'download')
  const candidates = downloaded.filter(({ source }) => source.sizeInBytes === info.size)
  if (candidates.length === 0)
    throw new ModelFileInvalid(
      `No model card has the size of ${path}, ${info.size} bytes: ${downloaded
        .map(({ id, source }) => `${id} has ${source.sizeInBytes}`)
        .join(', ')}. Download it again`,
    )
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const sha256 = hash.digest('hex')
  const card = candidates.find((each) => each.sha256 === sha256)
  if (!card)
    throw new ModelFileInvalid(
      `No model card has the SHA-256 of ${path}, ${sha256}. It has the size of ${candidates.map(({ id }) => id).join(', ')}: download it again`,
    )
  return card
}

/** Reads the file of a card: at most one byte more than its size. `install` checks the hash. */
export function readModelFile(path: string, { source }: ModelCard): Promise<Uint8Array> {
  return buffer(createReadStream(path, { end: source.sizeInBytes }))
}

function requireFileOfCard(bytes: Uint8Array, { id, sha256 }: ModelCard): void {
  const actual = computeHash(bytes)
  if (actual !== sha256)
    throw new ModelFileInvalid(
      `This file is not ${id}: its SHA-256 is ${actual}, the model card has ${sha256}`,
    )
}

/**
 * Opens the model files. The store of objects has them for all processes; a process copies them to its own folder when it first
 * uses them, because networks are opened from files.
 */
export function createInstalledModels(parts: {
  folder: string
  objects: Pick<ObjectStore, 'get' | 'head' | 'put'>
  cards?: readonly ModelCard[]
}): InstalledModels {
  const { folder, objects, cards = modelCards } = parts
  const getPath = (card: ModelCard) => join(folder, `${card.sha256}.onnx`)

  /** Writes atomically: a concurrent reader sees the whole file or none. */
  const writeLocalFile = async (card: ModelCard, bytes: Uint8Array) => {
    await mkdir(folder, { recursive: true })
    const temporaryPath = `${getPath(card)}.${newId()}`
    await writeFile(temporaryPath, bytes)
    await rename(temporaryPath, getPath(card))
  }

  const ensureLocalFile = async (card: ModelCard): Promise<string | undefined> => {
    if (card.source.type === 'package') return undefined
    if (existsSync(getPath(card))) return getPath(card)
    try {
      const bytes = await objects.get(getModelKey(card.sha256))
      requireFileOfCard(bytes, card)
      await writeLocalFile(card, bytes)
      return getPath(card)
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error
      throw new Error(`The model ${card.id} is not installed: run \`models install ${card.id}\``, {
        cause: error,
      })
    }
  }

  return {
    cards,
    isInstalled: async ({ source, sha256 }) =>
      source.type === 'package' || (await objects.head(getModelKey(sha256))) !== undefined,
    install: async (card, bytes) => {
      requireFileOfCard(bytes, card)
      await objects.put(getModelKey(card.sha256), bytes, { contentType: 'application/octet-stream' })
      await writeLocalFile(card, bytes)
    },
    locate: async (modelId) => {
      const model = findFaceModel(modelId, cards)
      const detectorFile = await ensureLocalFile(model.detector)
      return { model, detectorFile, embedderFile: await ensureLocalFile(model.embedder) }
    },
  }
}

import { availableParallelism } from 'node:os'
import { type FramePainter, FrameRejected } from '../../features/frame/ports.ts'
import type { Shrinker } from '../../features/orders/ports.ts'
import { ImageRejected, imageRejectedCodes, type PhotoAnalyser } from '../../features/photos/ports.ts'
import {
  defaultFaceModelId,
  FaceRejected,
  type FacesPort,
  faceRejectedCodes,
} from '../../features/recognition/ports.ts'
import { findFaceModel, getFaceThresholds } from './models/cards.ts'
import type { InstalledModels } from './models/installed-models.ts'
import { ensureModels, type InstalledFaceModel } from './models.ts'
import { createPool } from './pool.ts'

/** Configures the analysis of photos and selfies. */
export interface VisionOptions {
  /** Folder of the converted networks, filled at the first start. */
  modelsFolder: string
  /** Number of photo threads. Default: the number of processors. */
  photoWorkers?: number
  /** Threads that accept only selfies, which never wait for a photo. */
  selfieWorkers?: number
  taskTimeoutInMs?: number
  /** Installed models besides the default one; absent: none. */
  installed?: InstalledModels
}

export interface Vision {
  photos: PhotoAnalyser
  faces: FacesPort
  painter: FramePainter
  shrinker: Shrinker
  /** Loads the networks of a model, so that the first selfie is as fast as later ones. @throws when it is not installed */
  warmUp(modelId?: string): Promise<void>
  close(): Promise<void>
}

const defaultTaskTimeoutInMs = 120_000

function findCode<Code extends string>(codes: readonly Code[], code: string): Code | undefined {
  return codes.find((candidate) => candidate === code)
}

/** Opens the analysis of photos and selfies in worker threads. */
export function createVision({
  modelsFolder,
  photoWorkers = availableParallelism(),
  selfieWorkers = 1,
  taskTimeoutInMs = defaultTaskTimeoutInMs,
  installed,
}: VisionOptions): Vision {
  const models = ensureModels(modelsFolder)
  const pool = createPool({ models, photoWorkers, selfieWorkers, taskTimeoutInMs })
  const close = () => pool.close()
  const locate = async (modelId = defaultFaceModelId): Promise<InstalledFaceModel> =>
    installed ? installed.locate(modelId) : { model: findFaceModel(modelId) }

  const photos: PhotoAnalyser = {
    async analyse(bytes, options) {
      const result = await pool.run({ kind: 'photo', bytes, options, model: await locate(options.faceModel) })
      if (result.kind === 'photo') return result.photo
      const code = result.kind === 'rejected' ? findCode(imageRejectedCodes, result.code) : undefined
      if (code) throw new ImageRejected(code)
      throw new Error(result.kind === 'failed' ? result.message : `A photo ended as ${result.kind}`)
    },
    async hashPicture(bytes) {
      const result = await pool.run({ kind: 'hash', bytes })
      if (result.kind === 'hash') return result.hash
      throw new Error(result.kind === 'failed' ? result.message : `A hash ended as ${result.kind}`)
    },
    close,
  }

  const faces: FacesPort = {
    getThresholds: (modelId) => getFaceThresholds(modelId, installed?.cards),
    async readPhoto(bytes, modelId) {
      const result = await pool.run({ kind: 'faces', bytes, model: await locate(modelId) })
      if (result.kind === 'faces') return result.faces
      const code = result.kind === 'rejected' ? findCode(faceRejectedCodes, result.code) : undefined
      if (code) throw new FaceRejected(code)
      throw new Error(result.kind === 'failed' ? result.message : `Faces ended as ${result.kind}`)
    },
    async readSelfie(bytes, modelId) {
      const result = await pool.run({ kind: 'selfie', bytes, model: await locate(modelId) })
      if (result.kind === 'selfie') return { embedding: result.embedding }
      const code = result.kind === 'rejected' ? findCode(faceRejectedCodes, result.code) : undefined
      if (code) throw new FaceRejected(code)
      throw new Error(result.kind === 'failed' ? result.message : `A selfie ended as ${result.kind}`)
    },
    close,
  }
  const painter: FramePainter = {
    async paint(input) {
      const result = await pool.run({ kind: 'frame', input })
      if (result.kind === 'frame') return result.painted
      const code = result.kind === 'rejected' ? findCode(imageRejectedCodes, result.code) : undefined
      if (code) throw new ImageRejected(code)
      throw new Error(result.kind === 'failed' ? result.message : `A frame ended as ${result.kind}`)
    },
    async inspect(bytes) {
      const result = await pool.run({ kind: 'inspect', bytes })
      if (result.kind === 'inspect') return result.frame
      if (result.kind === 'rejected') throw new FrameRejected(result.code)
      throw new Error(result.kind === 'failed' ? result.message : `A frame ended as ${result.kind}`)
    },
  }
  const shrinker: Shrinker = {
    async shrink(bytes) {
      const result = await pool.run({ kind: 'shrink', bytes })
      if (result.kind === 'shrink') return result.picture
      const code = result.kind === 'rejected' ? findCode(imageRejectedCodes, result.code) : undefined
      if (code) throw new ImageRejected(code)
      throw new Error(result.kind === 'failed' ? result.message : `A picture ended as ${result.kind}`)
    },
  }
  return {
    photos,
    faces,
    painter,
    shrinker,
    warmUp: async (modelId) => pool.warmUp(await locate(modelId)),
    close,
  }
}

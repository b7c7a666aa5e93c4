import { availableParallelism } from 'node:os'
import { type FramePainter, FrameRejected, PainterEnded } from '../../features/frame/ports.ts'
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
import { createPool, WorkerEnded } from './pool.ts'
import { createProcessStarter } from './vision-process.ts'

/** Configures the analysis of photos and selfies. */
export interface VisionOptions {
  /** Folder of the converted networks, filled at the first start. */
  modelsFolder: string
  /** Number of photo workers. Default: the number of processors. */
  photoWorkers?: number
  /** Workers that accept only selfies, which never wait for a photo. */
  selfieWorkers?: number
  taskTimeoutInMs?: number
  /** Time after which a worker of photos ends without a task. Default: two minutes. */
  idleTimeoutInMs?: number
  /** Installed models besides the default one; absent: none. */
  installed?: InstalledModels
}

export interface Vision {
  photos: PhotoAnalyser
  faces: FacesPort
  painter: FramePainter
  shrinker: Shrinker
  close(): Promise<void>
}

const defaultTaskTimeoutInMs = 120_000
const defaultIdleTimeoutInMs = 120_000
/** A selfie takes a second longer in a worker that starts with it. */
const selfieIdleTimeoutInMs = 600_000
/** A worker reaches 550 MB. A limit below that would replace it after each photo. */
const maxMemoryInBytes = 600 * 1024 ** 2

function findCode<Code extends string>(codes: readonly Code[], code: string): Code | undefined {
  return codes.find((candidate) => candidate === code)
}

function rethrowAsPainterEnded(error: unknown): never {
  throw error instanceof WorkerEnded ? new PainterEnded(error.message, { cause: error }) : error
}

/** Copies an embedding: that of a message is a part of the whole message, which it would keep in memory. */
const copyEmbedding = <Face extends { embedding: Float32Array }>(face: Face): Face => ({
  ...face,
  embedding: face.embedding.slice(),
})

/** Opens the analysis of photos and selfies in worker processes, which hold memory only while there is work. */
export function createVision({
  modelsFolder,
  photoWorkers = availableParallelism(),
  selfieWorkers = 1,
  taskTimeoutInMs = defaultTaskTimeoutInMs,
  idleTimeoutInMs = defaultIdleTimeoutInMs,
  installed,
}: VisionOptions): Vision {
  const start = createProcessStarter(ensureModels(modelsFolder))
  const limits = { taskTimeoutInMs, idleTimeoutInMs, selfieIdleTimeoutInMs, maxMemoryInBytes }
  const pool = createPool({ start, photoWorkers, selfieWorkers, ...limits })
  const close = () => pool.close()
  const locate = async (modelId = defaultFaceModelId): Promise<InstalledFaceModel> =>
    installed ? installed.locate(modelId) : { model: findFaceModel(modelId) }

  const photos: PhotoAnalyser = {
    async analyse(bytes, options) {
      const result = await pool.run({ kind: 'photo', bytes, options, model: await locate(options.faceModel) })
      if (result.kind === 'photo') return { ...result.photo, faces: result.photo.faces.map(copyEmbedding) }
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
    warmUp: async (modelId) => pool.warmUp(await locate(modelId)),
    async readPhoto(bytes, modelId) {
      const result = await pool.run({ kind: 'faces', bytes, model: await locate(modelId) })
      if (result.kind === 'faces') return result.faces.map(copyEmbedding)
      const code = result.kind === 'rejected' ? findCode(faceRejectedCodes, result.code) : undefined
      if (code) throw new FaceRejected(code)
      throw new Error(result.kind === 'failed' ? result.message : `Faces ended as ${result.kind}`)
    },
    async readSelfie(bytes, modelId) {
      const result = await pool.run({ kind: 'selfie', bytes, model: await locate(modelId) })
      if (result.kind === 'selfie') return copyEmbedding({ embedding: result.embedding })
      const code = result.kind === 'rejected' ? findCode(faceRejectedCodes, result.code) : undefined
      if (code) throw new FaceRejected(code)
      throw new Error(result.kind === 'failed' ? result.message : `A selfie ended as ${result.kind}`)
    },
    close,
  }
  const painter: FramePainter = {
    async paint(input) {
      const result = await pool.run({ kind: 'frame', input }).catch(rethrowAsPainterEnded)
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
  return { photos, faces, painter, shrinker, close }
}

import type { FramePaintInput, InspectedFrame, PaintedPhoto } from '../../features/frame/ports.ts'
import type { SmallPicture } from '../../features/orders/ports.ts'
import type { AnalysedPhoto, AnalyseOptions } from '../../features/photos/ports.ts'
import type { PhotoFace } from '../../features/recognition/ports.ts'
import type { InstalledFaceModel, ModelFiles } from './models.ts'

/** Startup data of a vision worker. */
export interface VisionWorkerData {
  models: ModelFiles
  /** Opened at the start; absent: the first task opens its model. */
  firstModel?: InstalledFaceModel | undefined
}

export type Task =
  | { kind: 'photo'; bytes: Uint8Array; options: AnalyseOptions; model: InstalledFaceModel }
  | { kind: 'faces'; bytes: Uint8Array; model: InstalledFaceModel }
  | { kind: 'selfie'; bytes: Uint8Array; model: InstalledFaceModel }
  | { kind: 'frame'; input: FramePaintInput }
  | { kind: 'inspect'; bytes: Uint8Array }
  | { kind: 'shrink'; bytes: Uint8Array }
  | { kind: 'hash'; bytes: Uint8Array }

/** Sent instead of a task: the worker must finish its current task and exit. */
export interface ExitRequest {
  kind: 'leave'
}

/** Result of a task. Errors with a code are expected ones. */
export type TaskResult =
  | { kind: 'photo'; photo: AnalysedPhoto }
  | { kind: 'faces'; faces: PhotoFace[] }
  | { kind: 'selfie'; embedding: Float32Array }
  | { kind: 'frame'; painted: PaintedPhoto }
  | { kind: 'inspect'; frame: InspectedFrame }
  | { kind: 'shrink'; picture: SmallPicture }
  | { kind: 'hash'; hash: string | undefined }
  | { kind: 'rejected'; code: string }
  | { kind: 'failed'; message: string }

import type { FramePaintInput, InspectedFrame, PaintedPhoto } from '../../features/frame/ports.ts'
import type { SmallPicture } from '../../features/orders/ports.ts'
import type { AnalysedPhoto, AnalyseOptions } from '../../features/photos/ports.ts'
import type { PhotoFace } from '../../features/recognition/ports.ts'
import type { InstalledFaceModel } from './models.ts'

export type Task =
  | { kind: 'photo'; bytes: Uint8Array; options: AnalyseOptions; model: InstalledFaceModel }
  | { kind: 'faces'; bytes: Uint8Array; model: InstalledFaceModel }
  | { kind: 'selfie'; bytes: Uint8Array; model: InstalledFaceModel }
  | { kind: 'frame'; input: FramePaintInput }
  | { kind: 'inspect'; bytes: Uint8Array }
  | { kind: 'shrink'; bytes: Uint8Array }
  | { kind: 'hash'; bytes: Uint8Array }

/**
 * Message to a vision worker. `open`: load the networks of a model, without a report. `leave`: exit after the messages before
 * this one.
 */
export type WorkerMessage = Task | { kind: 'open'; model: InstalledFaceModel } | { kind: 'leave' }

/** Report of a vision worker about a task. */
export interface TaskReport {
  result: TaskResult
  /** Resident memory of the worker after the task. */
  memoryInBytes: number
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

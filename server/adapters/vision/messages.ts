import type { InspectedFrame, Painted, PaintWish } from '../../features/frame/ports.ts'
import type { SmallPicture } from '../../features/orders/ports.ts'
import type { AnalysedPhoto, AnalyseOptions } from '../../features/photos/ports.ts'
import type { ModelFiles } from './models.ts'

/** What a vision worker is started with. */
export interface VisionWorkerData {
  models: ModelFiles
}

export type Task =
  | { kind: 'photo'; bytes: Uint8Array; options: AnalyseOptions }
  | { kind: 'selfie'; bytes: Uint8Array }
  | { kind: 'frame'; wish: PaintWish }
  | { kind: 'inspect'; bytes: Uint8Array }
  | { kind: 'shrink'; bytes: Uint8Array }

/** Sent instead of a task: the worker is to finish what it has begun, and go. */
export interface Leave {
  kind: 'leave'
}

/** What comes back for a task; errors with a code are expected ones. */
export type TaskResult =
  | { kind: 'photo'; photo: AnalysedPhoto }
  | { kind: 'selfie'; embedding: Float32Array }
  | { kind: 'frame'; painted: Painted }
  | { kind: 'inspect'; frame: InspectedFrame }
  | { kind: 'shrink'; picture: SmallPicture }
  | { kind: 'rejected'; code: string }
  | { kind: 'failed'; message: string }

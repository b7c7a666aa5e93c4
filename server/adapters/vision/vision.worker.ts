import sharp from 'sharp'
import { maxSelfiePixels } from '../../../contract/recognition.ts'
import { FrameRejected } from '../../features/frame/ports.ts'
import { ImageRejected } from '../../features/photos/ports.ts'
import { FaceRejected } from '../../features/recognition/ports.ts'
import { analysePhoto, readPhotoFaces } from './analyse-photo.ts'
import { type BibNetworks, openBibNetworks } from './bibs/read-bibs.ts'
import { describeSelfie } from './faces/judge-selfie.ts'
import { type FaceNetworks, openFaceNetworks } from './faces/read-faces.ts'
import { inspectFrame, paintFrame } from './frames/paint-frame.ts'
import { decodePhoto } from './images/decode.ts'
import { makeUnwatermarkedThumb } from './images/derivatives.ts'
import { hashPicture } from './images/picture-hash.ts'
import type { Task, TaskReport, TaskResult, WorkerMessage } from './messages.ts'
import { toModelId } from './models/cards.ts'
import type { InstalledFaceModel, ModelFiles } from './models.ts'

const models = JSON.parse(process.argv[2] ?? '') as ModelFiles

// one thread per worker: more would compete with the other workers
sharp.concurrency(1)
sharp.cache(false)

/** By model: two while the photos of an event change from one model to another. */
const openedNetworks = new Map<string, Promise<FaceNetworks>>()
let bibNetworks: Promise<BibNetworks> | undefined

function getFaceNetworks(installed: InstalledFaceModel): Promise<FaceNetworks> {
  const id = toModelId(installed.model)
  const opened = openedNetworks.get(id) ?? openFaceNetworks(models, installed)
  openedNetworks.set(id, opened)
  // a file that could not be opened may be replaced
  opened.catch(() => openedNetworks.delete(id))
  return opened
}

async function runTask(task: Task): Promise<TaskResult> {
  if (task.kind === 'selfie') {
    const { bitmap } = await decodePhoto(task.bytes, maxSelfiePixels)
    return { kind: 'selfie', embedding: await describeSelfie(await getFaceNetworks(task.model), bitmap) }
  }
  if (task.kind === 'faces')
    return { kind: 'faces', faces: await readPhotoFaces(await getFaceNetworks(task.model), task.bytes) }
  if (task.kind === 'frame') return { kind: 'frame', painted: await paintFrame(task.input) }
  if (task.kind === 'inspect') return { kind: 'inspect', frame: await inspectFrame(task.bytes) }
  if (task.kind === 'shrink') return { kind: 'shrink', picture: await makeUnwatermarkedThumb(task.bytes) }
  if (task.kind === 'hash') return { kind: 'hash', hash: await hashPicture(task.bytes) }
  bibNetworks ??= openBibNetworks(models)
  const networks = { ...(await getFaceNetworks(task.model)), ...(await bibNetworks) }
  return { kind: 'photo', photo: await analysePhoto(networks, task.bytes, task.options) }
}

function toFailureResult(error: unknown): TaskResult {
  if (error instanceof ImageRejected || error instanceof FaceRejected) {
    return { kind: 'rejected', code: error.code }
  }
  if (error instanceof FrameRejected) return { kind: 'rejected', code: error.message }
  return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

async function handleMessage(message: WorkerMessage): Promise<void> {
  if (message.kind === 'leave') process.exit(0)
  // a model that cannot be opened is reported by the task that needs it
  if (message.kind === 'open') return void (await getFaceNetworks(message.model).catch(() => undefined))
  const result = await runTask(message).catch(toFailureResult)
  globalThis.gc?.()
  const report: TaskReport = { result, memoryInBytes: process.memoryUsage.rss() }
  // `leave` must not exit before the report is written
  await new Promise((resolve) => process.send?.(report, resolve))
}

// Ctrl-C and systemd signal the whole group, and the parent lets the current task end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit(0))

let lastMessage = Promise.resolve()
process.on('message', (message) => {
  lastMessage = lastMessage.then(() => handleMessage(message as WorkerMessage))
})

import { join } from 'node:path'
import { createVision, type Vision } from '../../../server/adapters/vision/vision.ts'
import { projectRoot } from '../../../server/platform/root.ts'

let sharedVision: Vision | undefined

const leaveOpen = async () => {}

/**
 * Returns the recognition that all test files of this process share: starting its processes and loading the networks takes
 * seconds. It is never closed; its idle processes do not keep the process alive.
 */
export function getSharedVision(): Vision {
  sharedVision ??= createVision({
    modelsFolder: join(projectRoot, 'dist', 'models'),
    photoWorkers: 1,
    selfieWorkers: 1,
  })
  const { photos, faces } = sharedVision
  return {
    ...sharedVision,
    photos: { ...photos, close: leaveOpen },
    faces: { ...faces, close: leaveOpen },
    close: leaveOpen,
  }
}

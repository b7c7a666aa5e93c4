import { join } from 'node:path'
import { findBrowser } from '../../../scripts/ensure-browser.ts'
import { projectRoot } from '../../../server/platform/root.ts'

/** Video shown by the fake camera, from `demo/camera`; `denied`: the user has denied access. */
export type CameraScene = 'good-selfie' | 'two-faces' | 'no-face' | 'denied'

/** Makes Chromium report a fast link to pages, and not its estimate. */
export const fastLinkFlag = '--force-effective-connection-type=4G'

/** Returns launch options of Chromium with a fake camera that plays this video. */
export function buildLaunchOptions(scene: CameraScene) {
  const videoFile = join(projectRoot, 'demo', 'camera', `camera-${scene}.mjpeg`)
  return {
    executablePath: findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Chromium estimates its link: on a busy machine the app would load smaller pages, as on a slow one
      fastLinkFlag,
      '--use-fake-device-for-media-stream',
      ...(scene === 'denied'
        ? ['--use-fake-ui-for-media-stream=deny']
        : ['--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${videoFile}`]),
    ],
  }
}

import { join } from 'node:path'
import { projectRoot } from '../../server/platform/root.ts'

/** What a camera of the tests shows: a film of `demo/camera`; `denied`: the runner has forbidden it. */
export type Scene = 'good-selfie' | 'two-faces' | 'no-face' | 'denied'

/** How to start Chromium with such a camera. */
export function launchWith(scene: Scene) {
  const film = join(projectRoot, 'demo', 'camera', `camera-${scene}.mjpeg`)
  return {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-device-for-media-stream',
      ...(scene === 'denied'
        ? ['--deny-permission-prompts']
        : ['--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`]),
    ],
  }
}

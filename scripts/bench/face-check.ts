import { join } from 'node:path'
import sharp from 'sharp'
import { detectFaces, detectionPasses } from '../../src/features/selfie/check/detect-faces.ts'
import { createTinyFace, type Pixels } from '../../src/features/selfie/check/tiny-face.ts'
import { convertFaceWeights } from '../build/face-weights.ts'

const rounds = 30

/**
 * Measures one run of the device's face detector on a selfie, on one thread. The camera runs it at most five times a second.
 */
export async function run(): Promise<void> {
  const network = createTinyFace(convertFaceWeights().buffer)
  for (const side of [160, 224, 320, 640]) {
    const picture = await readSelfiePixels(side, side)
    measure(`network at ${side} px`, () => network(picture))
  }
  const cameraFrame = await readSelfiePixels(505, 640)
  measure('live detection passes per camera frame', () =>
    detectFaces(network, cameraFrame, detectionPasses.live),
  )
  const picture = await readSelfiePixels(960, 1280)
  measure('detection passes per still picture', () => detectFaces(network, picture, detectionPasses.still))
}

async function readSelfiePixels(width: number, height: number): Promise<Pixels> {
  const image = sharp(join('demo', 'selfies', 'good-a01-andrei.jpg')).resize(width, height, { fit: 'cover' })
  return { data: await image.ensureAlpha().raw().toBuffer(), width, height }
}

function measure(label: string, work: () => unknown): void {
  const times = Array.from({ length: rounds }, () => {
    const { user } = process.cpuUsage()
    work()
    return (process.cpuUsage().user - user) / 1000
  }).sort((a, b) => a - b)
  const formatQuantile = (share: number) => `${(times[Math.floor(rounds * share)] ?? 0).toFixed(1)} ms`
  console.log(`${label}: median ${formatQuantile(0.5)}, 90 % ${formatQuantile(0.9)} of processor time`)
}

import { join } from 'node:path'
import sharp from 'sharp'
import { lookForFaces, looks } from '../../src/features/selfie/check/look.ts'
import { openTinyFace, type Pixels } from '../../src/features/selfie/check/tiny-face.ts'
import { convertFaceWeights } from '../build/face-weights.ts'

const rounds = 30

/**
 * Measures one run of the device's face detector on a selfie, on one thread. The camera runs it at most five times a second.
 */
export async function run(): Promise<void> {
  const network = openTinyFace(convertFaceWeights().buffer)
  for (const side of [160, 224, 320, 640]) {
    const picture = await selfie(side, side)
    print(`network at ${side} px`, () => network(picture))
  }
  const sight = await selfie(505, 640)
  print('all that the camera asks of a frame', () => lookForFaces(network, sight, looks.live))
  const picture = await selfie(960, 1280)
  print('all that is asked of a picture', () => lookForFaces(network, picture, looks.still))
}

async function selfie(width: number, height: number): Promise<Pixels> {
  const image = sharp(join('demo', 'selfies', 'good-a01-andrei.jpg')).resize(width, height, { fit: 'cover' })
  return { data: await image.ensureAlpha().raw().toBuffer(), width, height }
}

function print(what: string, work: () => unknown): void {
  const times = Array.from({ length: rounds }, () => {
    const { user } = process.cpuUsage()
    work()
    return (process.cpuUsage().user - user) / 1000
  }).sort((a, b) => a - b)
  const at = (share: number) => `${(times[Math.floor(rounds * share)] ?? 0).toFixed(1)} ms`
  console.log(`${what}: median ${at(0.5)}, 90 % ${at(0.9)} of processor time`)
}

import type { DetectorCard } from './card.ts'

/** Card of the default detector, which the dependencies bring. */
export const faceApiSsd: DetectorCard = {
  kind: 'detector',
  id: 'face-api-ssd',
  title: 'SSD MobileNet v1 of face-api',
  source: {
    type: 'package',
    name: '@vladmandic/face-api',
    file: 'model/ssd_mobilenetv1_model.bin',
    sizeInBytes: 5_616_957,
  },
  sha256: '2835640602d53718aa6ae9a42896327eaa21beefed056c218d32ca7d79e1e2f8',
  licence: {
    name: 'MIT',
    url: 'https://github.com/vladmandic/face-api/blob/main/LICENSE',
    note: 'Trained on WIDER FACE.',
  },
  pixels: { layout: 'bytes' },
  output: 'ssd',
  photo: { sidesInPixels: [1024, 416], minScore: 0.35 },
  selfie: { sidesInPixels: [512, 256], minScore: 0.5, minDoubtfulScore: 0.25 },
}

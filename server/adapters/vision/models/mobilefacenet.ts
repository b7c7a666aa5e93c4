import type { EmbedderCard } from './card.ts'

/** Card of a small embedder that separates people better than the default one. */
export const mobileFaceNet: EmbedderCard = {
  kind: 'embedder',
  id: 'mobilefacenet',
  title: 'MobileFaceNet',
  source: {
    type: 'download',
    url: 'https://raw.githubusercontent.com/foamliu/MobileFaceNet/a6cc9032a659b615f477833e1a70b5e7931bcccc/weights/MobileFaceNet.onnx',
    sizeInBytes: 3_998_070,
  },
  sha256: 'b7120c095d60094f28a4a54ba6a8bf51b297a6273fb40ef6350dfec1f63d9507',
  licence: {
    name: 'Apache-2.0',
    url: 'https://github.com/foamliu/MobileFaceNet/blob/master/LICENSE',
    note: 'Trained on a refined MS-Celeb-1M, pictures of public persons whose publisher has withdrawn the original data set.',
  },
  sideInPixels: 112,
  // mean and deviation of ImageNet
  pixels: {
    layout: 'planes',
    channels: 'rgb',
    mean: [123.675, 116.28, 103.53],
    deviation: [58.395, 57.12, 57.375],
  },
  facesPerRun: 1,
  isFlipAveraged: true,
  dimension: 128,
  distance: 'euclidean',
  // the template of ArcFace
  alignment: {
    fivePoints: [
      [38.2946, 51.6963],
      [73.5318, 51.5014],
      [56.0252, 71.7366],
      [41.5493, 92.3655],
      [70.7299, 92.2041],
    ],
  },
  thresholds: {
    strong: { distance: 1.4, falseMatchRate: 0.000005 },
    sure: { distance: 1.54, falseMatchRate: 0.00014 },
    maybe: { distance: 1.64, falseMatchRate: 0.0019 },
    sameBib: { distance: 1.64, falseMatchRate: 0.0019 },
    smallFace: { distance: 1.4, falseMatchRate: 0.000005 },
    evenOdds: 1.73,
    crowd: { distance: 1.73, falseMatchRate: 0.015 },
    crowdShares: { strong: 0.8, sure: 0.92, maybe: 0.96 },
  },
  measuredOn: '1 080 226 pairs of 761 people of LFW, faces found by yunet',
}

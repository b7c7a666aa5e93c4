import type { EmbedderCard } from './card.ts'

/** Selects the nose, eyes, upper lip and inner mouth, which move least. Brows, jaw and lower lip are left out. */
const stablePointIndexes = Array.from({ length: 68 }, (_, i) => i).filter(
  (i) => (i >= 27 && i <= 54) || (i >= 60 && i <= 64),
)

/** Card of the default embedder, which the dependencies bring. */
export const faceApiResnet: EmbedderCard = {
  kind: 'embedder',
  id: 'face-api-resnet',
  title: 'ResNet of face-api, from dlib',
  source: {
    type: 'package',
    name: '@vladmandic/face-api',
    file: 'model/face_recognition_model.bin',
    sizeInBytes: 6_444_032,
  },
  sha256: 'b413e420d6840b2775fba32008db6f3cddb07d485967fb42cfcf379c16a8c589',
  licence: {
    name: 'MIT',
    url: 'https://github.com/vladmandic/face-api/blob/main/LICENSE',
    note: 'The weights are those of dlib_face_recognition_resnet_model_v1 (CC0).',
  },
  sideInPixels: 150,
  pixels: { layout: 'bytes' },
  facesPerRun: 4,
  isFlipAveraged: true,
  dimension: 128,
  distance: 'euclidean',
  alignment: {
    // the centers of the eyes, the tip of the nose and the corners of the mouth of the points below
    fivePoints: [
      [46.9, 46],
      [101.1, 46],
      [74, 80.4],
      [49.4, 101.9],
      [98.6, 101.9],
    ],
    landmarks: {
      indexes: stablePointIndexes,
      /*
       * Positions in a chip of 150 px: the mean of frontal faces as found by our landmark network, made symmetric, and
       * scaled to the training data of the recognition network.
       */
      // biome-ignore format: a table of points
      points: [
        [74, 48.5], [74, 60.1], [74, 70.8], [74, 80.4], [63.4, 84.5], [67.9, 86.4], [74, 87.8], [80.1, 86.4], [84.6, 84.5],
        [37, 45.4], [42.5, 43], [50.4, 42.9], [57.6, 47], [51.1, 49.1], [42.8, 48.9],
        [90.4, 47], [97.6, 42.9], [105.5, 43], [111, 45.4], [105.2, 48.9], [96.9, 49.1],
        [49.4, 101.9], [57.7, 99.1], [68.6, 96.9], [74, 98.1], [79.4, 96.9], [90.3, 99.1], [98.6, 101.9],
        [51.1, 102.2], [66.3, 101.8], [74, 101.8], [81.7, 101.8], [96.9, 102.2],
      ],
    },
  },
  // For real photos; see docs/decisions.md, “Tiers of face search”.
  thresholds: {
    strong: { distance: 0.4, falseMatchRate: 0.00001 },
    sure: { distance: 0.48, falseMatchRate: 0.00018 },
    maybe: { distance: 0.55, falseMatchRate: 0.0024 },
    sameBib: { distance: 0.55, falseMatchRate: 0.0024 },
    smallFace: { distance: 0.4, falseMatchRate: 0.00001 },
    evenOdds: 0.6,
    crowd: { distance: 0.6, falseMatchRate: 0.013 },
    crowdShares: { strong: 0.8, sure: 0.85, maybe: 0.92 },
  },
  measuredOn: '1 072 894 pairs of 761 people of LFW, faces found by face-api-ssd',
}

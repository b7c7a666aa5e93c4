import type { DetectorCard } from './card.ts'

/** Card of a small detector that gives five points of each face. */
export const yunet: DetectorCard = {
  kind: 'detector',
  id: 'yunet',
  title: 'YuNet (n, dynamic input)',
  source: {
    type: 'download',
    url: 'https://raw.githubusercontent.com/ShiqiYu/libfacedetection.train/0047ac24afb1a50a0c6105001c89d1b5b805dbf1/onnx/yunet_n_dynamic.onnx',
    sizeInBytes: 322_906,
  },
  sha256: '104ee26c71d5c270ce79a6b3dced91c91013260d29a6bf18f9296c5b8c4c2b12',
  licence: {
    name: 'Apache-2.0',
    url: 'https://github.com/ShiqiYu/libfacedetection.train/blob/master/LICENSE',
    note: 'Trained on WIDER FACE.',
  },
  pixels: { layout: 'planes', channels: 'bgr', mean: [0, 0, 0], deviation: [1, 1, 1] },
  output: 'yunet',
  photo: { sidesInPixels: [1280, 416], minScore: 0.6 },
  selfie: { sidesInPixels: [512, 256], minScore: 0.7, minDoubtfulScore: 0.4 },
}

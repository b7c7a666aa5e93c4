export interface Anchor {
  x: number
  y: number
  width: number
  height: number
}

/** Scales of the six levels relative to 512 px, and of a hypothetical next level. */
const scales = [0.2, 0.35, 0.5, 0.65, 0.8, 0.95, 1]
const ratios = [1, 2, 1 / 2, 3, 1 / 3]
const trainedSide = 512
const firstStride = 16

function listShapes(level: number): { width: number; height: number }[] {
  const createShape = (scale: number, ratio: number) => ({
    width: scale * trainedSide * Math.sqrt(ratio),
    height: (scale * trainedSide) / Math.sqrt(ratio),
  })
  const scale = scales[level] ?? 1
  if (level === 0) return [createShape(0.1, 1), createShape(scale, 2), createShape(scale, 1 / 2)]
  const intermediateScale = Math.sqrt(scale * (scales[level + 1] ?? 1))
  const [first, ...rest] = ratios.map((ratio) => createShape(scale, ratio))
  return [...(first ? [first] : []), createShape(intermediateScale, 1), ...rest]
}

/**
 * Returns the anchor boxes in the order of the detector's outputs, as in "SSD: Single Shot MultiBox Detector" (Liu et al.,
 * 2016). Their sizes in pixels do not depend on the size of the picture, so one network handles pictures of any size.
 *
 * @param width of the network's input, a multiple of 32, as `height`
 */
export function listAnchors(width: number, height: number): Anchor[] {
  const anchors: Anchor[] = []
  for (let level = 0; level < 6; level++) {
    const stride = firstStride * 2 ** level
    const shapes = listShapes(level)
    for (let row = 0; row < Math.ceil(height / stride); row++)
      for (let column = 0; column < Math.ceil(width / stride); column++)
        for (const shape of shapes)
          anchors.push({ x: (column + 0.5) * stride, y: (row + 0.5) * stride, ...shape })
  }
  return anchors
}

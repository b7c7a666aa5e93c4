export interface Anchor {
  x: number
  y: number
  width: number
  height: number
}

/** Sizes relative to 512 px of the six levels, and what the next level would have. */
const scales = [0.2, 0.35, 0.5, 0.65, 0.8, 0.95, 1]
const ratios = [1, 2, 1 / 2, 3, 1 / 3]
const trainedSide = 512
const firstStride = 16

function shapesOf(level: number): { width: number; height: number }[] {
  const shape = (scale: number, ratio: number) => ({
    width: scale * trainedSide * Math.sqrt(ratio),
    height: (scale * trainedSide) / Math.sqrt(ratio),
  })
  const scale = scales[level] ?? 1
  if (level === 0) return [shape(0.1, 1), shape(scale, 2), shape(scale, 1 / 2)]
  const between = Math.sqrt(scale * (scales[level + 1] ?? 1))
  const [first, ...rest] = ratios.map((ratio) => shape(scale, ratio))
  return [...(first ? [first] : []), shape(between, 1), ...rest]
}

/**
 * The boxes that the detector corrects, in the order of its outputs; they follow the recipe of
 * "SSD: Single Shot MultiBox Detector" (Liu et al., 2016). Their sizes stay the same in pixels whatever the
 * size of the picture, which is what lets one network look at pictures of any size.
 *
 * @param width of the network's input, a multiple of 32, as `height`
 */
export function anchorsOf(width: number, height: number): Anchor[] {
  const anchors: Anchor[] = []
  for (let level = 0; level < 6; level++) {
    const stride = firstStride * 2 ** level
    const shapes = shapesOf(level)
    for (let row = 0; row < Math.ceil(height / stride); row++)
      for (let column = 0; column < Math.ceil(width / stride); column++)
        for (const shape of shapes)
          anchors.push({ x: (column + 0.5) * stride, y: (row + 0.5) * stride, ...shape })
  }
  return anchors
}

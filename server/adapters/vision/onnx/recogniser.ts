import { Graph, type Value } from './graph.ts'
import { convolutionFilters } from './layouts.ts'
import { meanFaceColour, pixels, toInputPlanes } from './pixels.ts'
import type { Weights } from './weights.ts'

/**
 * Builds the 29-layer residual network that computes face embeddings. The architecture is that of `src/faceRecognitionNet` in
 * `@vladmandic/face-api` (MIT). Input: bytes [N, 150, 150, 3]; output: [N, 128].
 */
export function recogniser(weights: Weights): Buffer {
  const graph = new Graph()

  function convolve(input: Value, name: string, stride: number, padding: number): Value {
    const scale = weights(`${name}/scale/weights`).data
    const shift = weights(`${name}/scale/biases`).data
    const filters = convolutionFilters(weights(`${name}/conv/filters`), scale)
    const bias = weights(`${name}/conv/bias`).data.map(
      (value, i) => value * (scale[i] ?? 1) + (shift[i] ?? 0),
    )
    return graph.add(
      'Conv',
      [input, graph.constant(filters.data, filters.dimensions), graph.constant(bias)],
      {
        kernel_shape: filters.dimensions.slice(2),
        strides: [stride, stride],
        pads: [padding, padding, padding, padding],
      },
    )
  }
  const relu = (input: Value) => graph.add('Relu', [input])

  function addResidual(input: Value, name: string): Value {
    const inner = relu(convolve(input, `${name}/conv1`, 1, 1))
    return relu(graph.add('Add', [convolve(inner, `${name}/conv2`, 1, 1), input]))
  }

  /** Halves the resolution. The shortcut is padded with empty channels, and odd sizes with an empty last row and column. */
  function halve(input: Value, name: string, newChannels: number, isOdd: boolean): Value {
    let long = convolve(relu(convolve(input, `${name}/conv1`, 2, 0)), `${name}/conv2`, 1, 1)
    let short = graph.add('AveragePool', [input], { kernel_shape: [2, 2], strides: [2, 2] })
    if (isOdd) long = graph.add('Pad', [long, graph.integers([0, 0, 0, 0, 0, 0, 1, 1])])
    if (newChannels > 0) short = graph.add('Pad', [short, graph.integers([0, 0, 0, 0, 0, newChannels, 0, 0])])
    return relu(graph.add('Add', [short, long]))
  }

  let value = toInputPlanes(graph, meanFaceColour, 1 / 255)
  value = relu(convolve(value, 'conv32_down', 2, 0))
  value = graph.add('MaxPool', [value], { kernel_shape: [3, 3], strides: [2, 2] })
  for (const name of ['conv32_1', 'conv32_2', 'conv32_3']) value = addResidual(value, name)
  value = halve(value, 'conv64_down', 32, false)
  for (const name of ['conv64_1', 'conv64_2', 'conv64_3']) value = addResidual(value, name)
  value = halve(value, 'conv128_down', 64, false)
  for (const name of ['conv128_1', 'conv128_2']) value = addResidual(value, name)
  value = halve(value, 'conv256_down', 128, true)
  for (const name of ['conv256_1', 'conv256_2']) value = addResidual(value, name)
  value = halve(value, 'conv256_down_out', 0, true)
  value = graph.add('ReduceMean', [value], { axes: [2, 3], keepdims: 0 })
  const last = weights('fc')
  value = graph.add('MatMul', [value, graph.constant(last.data, last.dimensions)])
  return graph.toBytes({ name: pixels, type: 'uint8', dimensions: ['faces', 150, 150, 3] }, [value])
}

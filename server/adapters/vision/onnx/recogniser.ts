import { Graph, type Value } from './graph.ts'
import { convertConvolutionFilters } from './layouts.ts'
import { addInputPlanes, inputName, meanFaceColour } from './pixels.ts'
import type { Weights } from './weights.ts'

/**
 * Builds the 29-layer residual network that computes face embeddings. The architecture is that of `src/faceRecognitionNet` in
 * `@vladmandic/face-api` (MIT). Input: bytes [N, 150, 150, 3]; output: [N, 128].
 */
export function buildRecogniser(weights: Weights): Buffer {
  const graph = new Graph()

  function addConvolution(input: Value, name: string, stride: number, padding: number): Value {
    const scale = weights(`${name}/scale/weights`).data
    const shift = weights(`${name}/scale/biases`).data
    const filters = convertConvolutionFilters(weights(`${name}/conv/filters`), scale)
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
  const addRelu = (input: Value) => graph.add('Relu', [input])

  function addResidual(input: Value, name: string): Value {
    const inner = addRelu(addConvolution(input, `${name}/conv1`, 1, 1))
    return addRelu(graph.add('Add', [addConvolution(inner, `${name}/conv2`, 1, 1), input]))
  }

  /** Halves the resolution. The shortcut is padded with empty channels, and odd sizes with an empty last row and column. */
  function addHalvingBlock(input: Value, name: string, newChannels: number, isOdd: boolean): Value {
    let mainPath = addConvolution(
      addRelu(addConvolution(input, `${name}/conv1`, 2, 0)),
      `${name}/conv2`,
      1,
      1,
    )
    let shortcut = graph.add('AveragePool', [input], { kernel_shape: [2, 2], strides: [2, 2] })
    if (isOdd) mainPath = graph.add('Pad', [mainPath, graph.integers([0, 0, 0, 0, 0, 0, 1, 1])])
    if (newChannels > 0)
      shortcut = graph.add('Pad', [shortcut, graph.integers([0, 0, 0, 0, 0, newChannels, 0, 0])])
    return addRelu(graph.add('Add', [shortcut, mainPath]))
  }

  let value = addInputPlanes(graph, meanFaceColour, 1 / 255)
  value = addRelu(addConvolution(value, 'conv32_down', 2, 0))
  value = graph.add('MaxPool', [value], { kernel_shape: [3, 3], strides: [2, 2] })
  for (const name of ['conv32_1', 'conv32_2', 'conv32_3']) value = addResidual(value, name)
  value = addHalvingBlock(value, 'conv64_down', 32, false)
  for (const name of ['conv64_1', 'conv64_2', 'conv64_3']) value = addResidual(value, name)
  value = addHalvingBlock(value, 'conv128_down', 64, false)
  for (const name of ['conv128_1', 'conv128_2']) value = addResidual(value, name)
  value = addHalvingBlock(value, 'conv256_down', 128, true)
  for (const name of ['conv256_1', 'conv256_2']) value = addResidual(value, name)
  value = addHalvingBlock(value, 'conv256_down_out', 0, true)
  value = graph.add('ReduceMean', [value], { axes: [2, 3], keepdims: 0 })
  const lastWeights = weights('fc')
  value = graph.add('MatMul', [value, graph.constant(lastWeights.data, lastWeights.dimensions)])
  return graph.toBytes({ name: inputName, type: 'uint8', dimensions: ['faces', 150, 150, 3] }, [value])
}

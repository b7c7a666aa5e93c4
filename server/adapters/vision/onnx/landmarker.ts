import { Graph, type Value } from './graph.ts'
import { convertConvolutionFilters, convertDepthwiseFilters } from './layouts.ts'
import { addInputPlanes, inputName, meanFaceColour } from './pixels.ts'
import type { Weights } from './weights.ts'

/**
 * Builds the network that finds 68 points of a face. The architecture is that of `src/faceFeatureExtractor` in
 * `@vladmandic/face-api` (MIT). Input: bytes [N, 112, 112, 3]; output: [N, 136], alternating x and y, 0 to 1.
 */
export function buildLandmarker(weights: Weights): Buffer {
  const graph = new Graph()
  const addRelu = (input: Value) => graph.add('Relu', [input])

  function addConvolution(input: Value, name: string, stride: number): Value {
    const filters = convertConvolutionFilters(weights(`${name}/filters`))
    return graph.add(
      'Conv',
      [input, graph.constant(filters.data, filters.dimensions), graph.constant(weights(`${name}/bias`).data)],
      { kernel_shape: filters.dimensions.slice(2), strides: [stride, stride], auto_pad: 'SAME_UPPER' },
    )
  }

  function addSeparableConvolution(input: Value, name: string, stride: number): Value {
    const depthwise = convertDepthwiseFilters(weights(`${name}/depthwise_filter`))
    const pointwise = convertConvolutionFilters(weights(`${name}/pointwise_filter`))
    const depthwiseOutput = graph.add('Conv', [input, graph.constant(depthwise.data, depthwise.dimensions)], {
      kernel_shape: [3, 3],
      strides: [stride, stride],
      group: depthwise.dimensions[0] ?? 1,
      auto_pad: 'SAME_UPPER',
    })
    return graph.add(
      'Conv',
      [
        depthwiseOutput,
        graph.constant(pointwise.data, pointwise.dimensions),
        graph.constant(weights(`${name}/bias`).data),
      ],
      { kernel_shape: [1, 1] },
    )
  }

  /** Four convolutions, each added to the sum of the previous ones. */
  function addDenseBlock(input: Value, name: string, isFirst: boolean): Value {
    const firstConvolution = isFirst
      ? addConvolution(input, `${name}/conv0`, 2)
      : addSeparableConvolution(input, `${name}/conv0`, 2)
    let sum = addRelu(firstConvolution)
    let activation = sum
    for (const step of [1, 2, 3]) {
      sum = graph.add('Add', [sum, addSeparableConvolution(activation, `${name}/conv${step}`, 1)])
      activation = addRelu(sum)
    }
    return activation
  }

  let value = addInputPlanes(graph, meanFaceColour, 1 / 255)
  for (const block of [0, 1, 2, 3]) value = addDenseBlock(value, `dense${block}`, block === 0)
  value = graph.add('AveragePool', [value], { kernel_shape: [7, 7], strides: [2, 2] })
  value = graph.add('Flatten', [value], { axis: 1 })
  const lastWeights = weights('fc/weights')
  value = graph.add('MatMul', [value, graph.constant(lastWeights.data, lastWeights.dimensions)])
  value = graph.add('Add', [value, graph.constant(weights('fc/bias').data)])
  return graph.toBytes({ name: inputName, type: 'uint8', dimensions: ['faces', 112, 112, 3] }, [value])
}

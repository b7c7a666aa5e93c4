import { Graph, type Value } from './graph.ts'
import { convolutionFilters, depthwiseFilters } from './layouts.ts'
import { meanFaceColour, pixels, toInputPlanes } from './pixels.ts'
import type { Weights } from './weights.ts'

/**
 * Builds the network that finds 68 points of a face. The architecture is that of `src/faceFeatureExtractor` in
 * `@vladmandic/face-api` (MIT). Input: bytes [N, 112, 112, 3]; output: [N, 136], alternating x and y, 0 to 1.
 */
export function landmarker(weights: Weights): Buffer {
  const graph = new Graph()
  const relu = (input: Value) => graph.add('Relu', [input])

  function convolve(input: Value, name: string, stride: number): Value {
    const filters = convolutionFilters(weights(`${name}/filters`))
    return graph.add(
      'Conv',
      [input, graph.constant(filters.data, filters.dimensions), graph.constant(weights(`${name}/bias`).data)],
      { kernel_shape: filters.dimensions.slice(2), strides: [stride, stride], auto_pad: 'SAME_UPPER' },
    )
  }

  function convolveSeparably(input: Value, name: string, stride: number): Value {
    const depthwise = depthwiseFilters(weights(`${name}/depthwise_filter`))
    const pointwise = convolutionFilters(weights(`${name}/pointwise_filter`))
    const spread = graph.add('Conv', [input, graph.constant(depthwise.data, depthwise.dimensions)], {
      kernel_shape: [3, 3],
      strides: [stride, stride],
      group: depthwise.dimensions[0] ?? 1,
      auto_pad: 'SAME_UPPER',
    })
    return graph.add(
      'Conv',
      [
        spread,
        graph.constant(pointwise.data, pointwise.dimensions),
        graph.constant(weights(`${name}/bias`).data),
      ],
      { kernel_shape: [1, 1] },
    )
  }

  /** Four convolutions, each added to the sum of the previous ones. */
  function denseBlock(input: Value, name: string, isFirst: boolean): Value {
    const start = isFirst ? convolve(input, `${name}/conv0`, 2) : convolveSeparably(input, `${name}/conv0`, 2)
    let sum = relu(start)
    let next = sum
    for (const step of [1, 2, 3]) {
      sum = graph.add('Add', [sum, convolveSeparably(next, `${name}/conv${step}`, 1)])
      next = relu(sum)
    }
    return next
  }

  let value = toInputPlanes(graph, meanFaceColour, 1 / 255)
  for (const block of [0, 1, 2, 3]) value = denseBlock(value, `dense${block}`, block === 0)
  value = graph.add('AveragePool', [value], { kernel_shape: [7, 7], strides: [2, 2] })
  value = graph.add('Flatten', [value], { axis: 1 })
  const last = weights('fc/weights')
  value = graph.add('MatMul', [value, graph.constant(last.data, last.dimensions)])
  value = graph.add('Add', [value, graph.constant(weights('fc/bias').data)])
  return graph.toBytes({ name: pixels, type: 'uint8', dimensions: ['faces', 112, 112, 3] }, [value])
}

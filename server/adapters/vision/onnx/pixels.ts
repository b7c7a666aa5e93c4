import type { Graph, Value } from './graph.ts'

/** Names the input of all networks: pictures as bytes, rows of RGB pixels, as returned by sharp. */
export const inputName = 'pixels'

/** Equals the mean color of the training pictures of the landmark and recognition networks. */
export const meanFaceColour = [122.782, 117.001, 104.298] as const

/** Converts the picture's bytes to planes of floats, `(value - mean) * factor`. */
export function addInputPlanes(graph: Graph, mean: readonly number[], factor: number): Value {
  const floats = graph.add('Cast', [inputName], { to: 1 })
  const planes = graph.add('Transpose', [floats], { perm: [0, 3, 1, 2] })
  const centred = graph.add('Sub', [planes, graph.floats(mean, [1, mean.length, 1, 1])])
  return graph.add('Mul', [centred, graph.floats([factor])])
}

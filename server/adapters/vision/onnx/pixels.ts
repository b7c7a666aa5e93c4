import type { Graph, Value } from './graph.ts'

/** The input of every network here: pictures as bytes, rows of RGB pixels, as sharp gives them. */
export const pixels = 'pixels'

/** Mean colour of the face pictures that the landmark and recognition networks were trained with. */
export const meanFaceColour = [122.782, 117.001, 104.298] as const

/** Turns the picture's bytes into planes of floats, `(value - mean) * factor`. */
export function planesOf(graph: Graph, mean: readonly number[], factor: number): Value {
  const floats = graph.add('Cast', [pixels], { to: 1 })
  const planes = graph.add('Transpose', [floats], { perm: [0, 3, 1, 2] })
  const centred = graph.add('Sub', [planes, graph.floats(mean, [1, mean.length, 1, 1])])
  return graph.add('Mul', [centred, graph.floats([factor])])
}

import * as ort from 'onnxruntime-node'

export interface Output {
  data: Float32Array
  dimensions: readonly number[]
}

export interface Network {
  /**
   * @param data bytes or floats of the only input
   * @returns the outputs in the file's order
   */
  run(data: Uint8Array | Float32Array, dimensions: readonly number[]): Promise<Output[]>
  close(): Promise<void>
}

/**
 * Opens a network for one thread. The memory arena is off: input sizes vary, and it would keep memory for each size, so that a
 * worker grew beyond a gigabyte.
 */
export async function openNetwork(file: string): Promise<Network> {
  const session = await ort.InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
  })
  const [input = ''] = session.inputNames
  return {
    async run(data, dimensions) {
      const tensor =
        data instanceof Float32Array
          ? new ort.Tensor('float32', data, dimensions)
          : new ort.Tensor('uint8', data, dimensions)
      const results = await session.run({ [input]: tensor })
      return session.outputNames.map((name) => {
        const result = results[name]
        if (!(result?.data instanceof Float32Array)) throw new Error(`${file}: ${name} holds no floats`)
        return { data: result.data, dimensions: result.dims }
      })
    },
    close: () => session.release(),
  }
}

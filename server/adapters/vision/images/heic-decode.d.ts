declare module 'heic-decode' {
  interface HeicPicture {
    width: number
    height: number
    /** RGBA pixels, already rotated upright by the decoder. */
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
  }
  const heicDecode: {
    /** Reads only the headers. `dispose` frees the memory of the decoder. */
    all(input: { buffer: Uint8Array }): Promise<HeicPicture[] & { dispose(): void }>
  }
  export default heicDecode
}

declare module 'heic-decode' {
  interface HeicPicture {
    width: number
    height: number
    /** Pixels of four bytes, upright: the decoder has turned them already. */
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
  }
  const heicDecode: {
    /** Only reads the headers; `dispose` frees the decoder's memory. */
    all(input: { buffer: Uint8Array }): Promise<HeicPicture[] & { dispose(): void }>
  }
  export default heicDecode
}

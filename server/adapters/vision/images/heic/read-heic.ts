// oxlint-disable no-underscore-dangle -- the names of libheif's C API
import createLibheif, { type Libheif } from 'libheif-js/libheif-wasm/libheif-bundle.js'
import { ImageRejected } from '../../../../features/photos/ports.ts'
import type { CodePoints } from '../profiles/code-points.ts'

/** Pixels of a HEIC in its colour space: upright, interleaved, without padding. */
export interface HeicPixels {
  /** One byte per sample, or two in little-endian order. */
  data: Uint8Array
  width: number
  height: number
  /** Size of the original, twice as large when it was halved. */
  original: { width: number; height: number }
  channels: 3 | 4
  /** Significant bits of a sample: 8, or more in two bytes. */
  bits: number
  /** ICC profile of the file. */
  icc: Uint8Array | undefined
  /** Code points of the `createNclxBox` box, used only when there is no ICC profile. */
  codePoints: CodePoints | undefined
}

// Values of libheif's enums.
const colourSpaceRgb = 1
const interleavedChannel = 10
const chromaByChannels = { 3: { 8: 10, 16: 14 }, 4: { 8: 11, 16: 15 } } as const

/** Limits the heap of a reused instance, since WebAssembly memory never shrinks. */
const maxReusedHeapInBytes = 192 * 1024 * 1024

let reusableInstance: Libheif | undefined

export interface HeicLimits {
  /** Limits the pixels of the file. */
  maxPixels: number
  /** Larger pictures are halved while they are copied out of the decoder. */
  maxDecodedPixels: number
}

/**
 * Decodes the primary picture of a HEIC. The decoder applies its rotation, mirroring and crop, so EXIF orientation must be
 * ignored.
 *
 * @throws {ImageRejected} before decoding when it has too many pixels
 * @throws Error when the file is damaged
 */
export function readHeic(bytes: Uint8Array, limits: HeicLimits): HeicPixels {
  const libheif = reusableInstance ?? createLibheif()
  reusableInstance = undefined
  const pixels = decodePrimary(libheif, bytes, limits)
  if (libheif.HEAPU8.length <= maxReusedHeapInBytes) reusableInstance = libheif
  return pixels
}

function decodePrimary(libheif: Libheif, bytes: Uint8Array, limits: HeicLimits): HeicPixels {
  const file = libheif._malloc(bytes.length)
  const memory = allocateResultMemory(libheif)
  const context = libheif._heif_context_alloc()
  let handle = 0
  try {
    libheif.HEAPU8.set(bytes, file)
    memory.check((error) => libheif._heif_context_read_from_memory(error, context, file, bytes.length, 0))
    handle = memory.pointer((error, resultPointer) =>
      libheif._heif_context_get_primary_image_handle(error, context, resultPointer),
    )
    const size = libheif._heif_image_handle_get_width(handle) * libheif._heif_image_handle_get_height(handle)
    if (size > limits.maxPixels) throw new ImageRejected('TooManyPixels')
    const pixels = readPixels(libheif, memory, handle, size > limits.maxDecodedPixels)
    return { ...pixels, ...readColours(libheif, memory, handle) }
  } finally {
    if (handle) libheif._heif_image_handle_release(handle)
    libheif._heif_context_free(context)
    memory.free()
    libheif._free(file)
  }
}

function readPixels(libheif: Libheif, memory: ResultMemory, handle: number, isHalved: boolean) {
  const channels = libheif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3
  const isWide = libheif._heif_image_handle_get_luma_bits_per_pixel(handle) > 8
  const chroma = chromaByChannels[channels][isWide ? 16 : 8]
  const image = memory.pointer((error, resultPointer) =>
    libheif._heif_decode_image(error, handle, resultPointer, colourSpaceRgb, chroma, 0),
  )
  try {
    const width = libheif._heif_image_get_width(image, interleavedChannel)
    const height = libheif._heif_image_get_height(image, interleavedChannel)
    const { pointer, value: stride } = memory.plane((resultPointer) =>
      libheif._heif_image_get_plane_readonly2(image, interleavedChannel, resultPointer),
    )
    const { buffer } = libheif.HEAPU8
    const plane = isWide
      ? { samples: new Uint16Array(buffer, pointer, (stride * height) / 2), stride: stride / 2 }
      : { samples: new Uint8Array(buffer, pointer, stride * height), stride }
    const shape = { ...plane, width, height, channels }
    const pixels = isHalved ? halve(shape) : copyRows(shape)
    const bits = isWide ? libheif._heif_image_get_bits_per_pixel_range(image, interleavedChannel) : 8
    const { data, ...size } = pixels
    const bytes = new Uint8Array(data.buffer)
    return { ...size, data: bytes, original: { width, height }, channels, bits } as const
  } finally {
    libheif._heif_image_release(image)
  }
}

interface Plane {
  samples: Uint8Array | Uint16Array
  /** Samples from one row to the next. */
  stride: number
  width: number
  height: number
  channels: number
}

const createSamples = ({ samples }: Plane, length: number) =>
  samples instanceof Uint8Array ? new Uint8Array(length) : new Uint16Array(length)

function copyRows(plane: Plane) {
  const { samples, stride, width, height, channels } = plane
  const row = width * channels
  const data = createSamples(plane, row * height)
  for (let y = 0; y < height; y++) data.set(samples.subarray(y * stride, y * stride + row), y * row)
  return { data, width, height }
}

/** Averages squares of two by two pixels; the last row and column of an odd size count twice. */
function halve(plane: Plane) {
  const { samples, stride, channels } = plane
  const [width, height] = [Math.ceil(plane.width / 2), Math.ceil(plane.height / 2)]
  const data = createSamples(plane, width * height * channels)
  let targetIndex = 0
  for (let y = 0; y < height; y++) {
    const top = 2 * y * stride
    const bottom = Math.min(2 * y + 1, plane.height - 1) * stride
    for (let x = 0; x < width; x++) {
      const left = 2 * x * channels
      const right = Math.min(2 * x + 1, plane.width - 1) * channels
      for (let c = 0; c < channels; c++) {
        const above = getSample(samples, top + left + c) + getSample(samples, top + right + c)
        const below = getSample(samples, bottom + left + c) + getSample(samples, bottom + right + c)
        data[targetIndex++] = (above + below + 2) >> 2
      }
    }
  }
  return { data, width, height }
}

/** Returns a sample at a valid index. */
const getSample = (samples: Uint8Array | Uint16Array, index: number) => samples[index] as number

function readColours(libheif: Libheif, memory: ResultMemory, handle: number) {
  const icc = readIcc(libheif, memory, handle)
  return { icc, codePoints: readCodePoints(libheif, memory, handle) }
}

function readIcc(libheif: Libheif, memory: ResultMemory, handle: number): Uint8Array | undefined {
  const size = libheif._heif_image_handle_get_raw_color_profile_size(handle)
  if (size === 0) return undefined
  const target = libheif._malloc(size)
  try {
    memory.check((error) => libheif._heif_image_handle_get_raw_color_profile(error, handle, target))
    return libheif.HEAPU8.slice(target, target + size)
  } finally {
    libheif._free(target)
  }
}

/** Reads the struct `heif_color_profile_nclx`: a byte of version, then enums of four bytes. */
function readCodePoints(libheif: Libheif, memory: ResultMemory, handle: number): CodePoints | undefined {
  const profile = memory.optionalPointer((error, resultPointer) =>
    libheif._heif_image_handle_get_nclx_color_profile(error, handle, resultPointer),
  )
  if (!profile) return undefined
  try {
    return { primaries: memory.int(profile + 4), transfer: memory.int(profile + 8) }
  } finally {
    libheif._heif_nclx_color_profile_free(profile)
  }
}

type ResultMemory = ReturnType<typeof allocateResultMemory>

/** Allocates memory for the error struct and the result of a call. */
function allocateResultMemory(libheif: Libheif) {
  const sizeOfError = 12
  const error = libheif._malloc(sizeOfError + 4)
  const resultPointer = error + sizeOfError
  const int = (pointer: number) => {
    const { buffer, byteOffset } = libheif.HEAPU8
    return new DataView(buffer, byteOffset).getInt32(pointer, true)
  }
  const check = (call: (error: number) => void) => {
    call(error)
    if (int(error) !== 0) throw new Error(`libheif failed with code ${int(error)}.${int(error + 4)}`)
  }
  return {
    int,
    check,
    pointer: (call: (error: number, resultPointer: number) => void) => {
      check((errorPointer) => call(errorPointer, resultPointer))
      return int(resultPointer)
    },
    optionalPointer: (call: (error: number, resultPointer: number) => void) => {
      call(error, resultPointer)
      return int(error) === 0 ? int(resultPointer) : 0
    },
    plane: (call: (resultPointer: number) => number) => ({
      pointer: call(resultPointer),
      value: int(resultPointer),
    }),
    free: () => libheif._free(error),
  }
}

declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  /** Functions of libheif's C API. Pointers are addresses in `HEAPU8`; the first `error` argument is the returned struct. */
  export interface Libheif {
    HEAPU8: Uint8Array
    _malloc(sizeInBytes: number): number
    _free(pointer: number): void
    _heif_context_alloc(): number
    _heif_context_free(context: number): void
    _heif_context_read_from_memory(
      error: number,
      context: number,
      bytes: number,
      sizeInBytes: number,
      options: number,
    ): void
    _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void
    _heif_image_handle_release(handle: number): void
    _heif_image_handle_get_width(handle: number): number
    _heif_image_handle_get_height(handle: number): number
    _heif_image_handle_has_alpha_channel(handle: number): number
    _heif_image_handle_get_luma_bits_per_pixel(handle: number): number
    _heif_image_handle_get_raw_color_profile_size(handle: number): number
    _heif_image_handle_get_raw_color_profile(error: number, handle: number, target: number): void
    _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profile: number): void
    _heif_nclx_color_profile_free(profile: number): void
    _heif_decode_image(
      error: number,
      handle: number,
      image: number,
      colourSpace: number,
      chroma: number,
      options: number,
    ): void
    _heif_image_release(image: number): void
    _heif_image_get_width(image: number, channel: number): number
    _heif_image_get_height(image: number, channel: number): number
    _heif_image_get_bits_per_pixel_range(image: number, channel: number): number
    _heif_image_get_plane_readonly2(image: number, channel: number, stride: number): number
  }
  /** Returns a new instance with a separate heap. */
  export default function createLibheif(): Libheif
}

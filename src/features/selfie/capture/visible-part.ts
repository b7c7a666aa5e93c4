/** Defines the aspect ratio (width / height) of the preview, as the bezel draws it. */
const previewAspectRatio = 300 / 380

/** Returns the visible part of a frame: its middle, as `object-fit: cover` crops it. In pixels of the frame. */
export function computeVisiblePart(frame: { width: number; height: number }) {
  const width = Math.min(frame.width, Math.round(frame.height * previewAspectRatio))
  const height = Math.min(frame.height, Math.round(frame.width / previewAspectRatio))
  return {
    x: Math.floor((frame.width - width) / 2),
    y: Math.floor((frame.height - height) / 2),
    width,
    height,
  }
}

/** Describes the zoom of a picture: a scale around the center of the stage, and an offset in px. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

export const NO_ZOOM: Zoom = { scale: 1, x: 0, y: 0 }
export const MAX_SCALE = 5
export const DOUBLE_TAP_SCALE = 2.5

/** Clamps the scale, and keeps the picture over the stage. */
export function clampZoom(zoom: Zoom, stage: Size, picture: Size): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale))
  const getMaxOffset = (inner: number, outer: number) => Math.max(0, (inner * scale - outer) / 2)
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))
  return {
    scale,
    x: clamp(zoom.x, getMaxOffset(picture.width, stage.width)),
    y: clamp(zoom.y, getMaxOffset(picture.height, stage.height)),
  }
}

/** Changes the scale so that the given point (relative to the center of the stage) does not move. */
export function zoomAt(zoom: Zoom, scale: number, point: Point): Zoom {
  const newScale = Math.min(MAX_SCALE, Math.max(1, scale))
  const ratio = newScale / zoom.scale
  return { scale: newScale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio }
}

/** Returns the size of a picture that is fitted into a stage. */
export function fitPicture(picture: Size, stage: Size): Size {
  if (picture.width <= 0 || picture.height <= 0) return stage
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

export type Swipe = 'next' | 'previous' | 'close' | 'stay'

/** Classifies a drag of the whole picture at release: by distance, or by speed. */
export function detectSwipe(drag: Point, stage: Size, durationInMs: number): Swipe {
  const isHorizontal = Math.abs(drag.x) > Math.abs(drag.y)
  const isQuick = durationInMs < 250
  if (!isHorizontal) return drag.y > (isQuick ? 60 : stage.height * 0.2) ? 'close' : 'stay'
  const minDistance = isQuick ? 24 : stage.width * 0.28
  if (drag.x < -minDistance) return 'next'
  return drag.x > minDistance ? 'previous' : 'stay'
}

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

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }
export const MOST = 5
export const DOUBLE_TAP = 2.5

/** Clamps the scale, and keeps the picture over the stage. */
export function bounded(zoom: Zoom, stage: Size, picture: Size): Zoom {
  const scale = Math.min(MOST, Math.max(1, zoom.scale))
  const room = (inner: number, outer: number) => Math.max(0, (inner * scale - outer) / 2)
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value))
  return {
    scale,
    x: clamp(zoom.x, room(picture.width, stage.width)),
    y: clamp(zoom.y, room(picture.height, stage.height)),
  }
}

/** Changes the scale so that the given point (relative to the center of the stage) does not move. */
export function zoomAt(zoom: Zoom, scale: number, at: Point): Zoom {
  const next = Math.min(MOST, Math.max(1, scale))
  const ratio = next / zoom.scale
  return { scale: next, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }
}

/** Returns the size of a picture that is fitted into a stage. */
export function contained(picture: Size, stage: Size): Size {
  if (picture.width <= 0 || picture.height <= 0) return stage
  const scale = Math.min(stage.width / picture.width, stage.height / picture.height)
  return { width: picture.width * scale, height: picture.height * scale }
}

export type Swipe = 'next' | 'previous' | 'close' | 'stay'

/** Classifies a drag of the whole picture at release: by distance, or by speed. */
export function detectSwipe(drag: Point, stage: Size, durationInMs: number): Swipe {
  const along = Math.abs(drag.x) > Math.abs(drag.y)
  const quick = durationInMs < 250
  if (!along) return drag.y > (quick ? 60 : stage.height * 0.2) ? 'close' : 'stay'
  const enough = quick ? 24 : stage.width * 0.28
  if (drag.x < -enough) return 'next'
  return drag.x > enough ? 'previous' : 'stay'
}

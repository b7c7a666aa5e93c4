import type { Seen } from './look.ts'

/** What the worker is asked. */
export type Question =
  | { is: 'open'; weightsUrl: string }
  /** What the camera shows, cut to what the runner sees. */
  | { is: 'sight'; number: number; bitmap: ImageBitmap }
  | { is: 'picture'; number: number; picture: Blob }

/** What it says; without `seen` it could not look. */
export interface Answer {
  number: number
  seen?: Seen
  /** Of what was looked at; boxes of faces are in its pixels. */
  width: number
  height: number
}

/** The answer to `open`: whether it will ever be able to look. */
export interface Opened {
  opened: boolean
}

import { readFileSync } from 'node:fs'
import { findPhotoFaces } from '../../server/adapters/vision/analyse-photo.ts'
import { describeSelfie } from '../../server/adapters/vision/faces/judge-selfie.ts'
import { detectLandmarks, type Point } from '../../server/adapters/vision/faces/landmarks.ts'
import { describeFaces, type FaceNetworks } from '../../server/adapters/vision/faces/read-faces.ts'
import type { Bitmap } from '../../server/adapters/vision/images/bitmap.ts'
import { decodePhoto } from '../../server/adapters/vision/images/decode.ts'
import { makePyramid } from '../../server/adapters/vision/images/pyramid.ts'
import type { AnalysedFace, Box } from '../../server/features/photos/ports.ts'
import { normalise } from '../../server/features/recognition/embedding.ts'
import { FaceRejected } from '../../server/features/recognition/ports.ts'
import type { LocatedFace } from './conditions.ts'

/** A picture of a person as the product reads it. */
export interface ReadPicture {
  readonly bitmap: Bitmap
  readonly faceCount: number
  /** The face of the person, or null when there is none. */
  readonly face: LocatedFace | null
  readonly embedding: Float32Array | null
  /** `accepted`, or the code with which the picture is refused as a selfie. */
  readonly verdict: string
}

/** Finds and describes all faces of a photo by the same path as the service. */
export async function describePhotoFaces(networks: FaceNetworks, bitmap: Bitmap) {
  const photo = await makePyramid(bitmap)
  return { photo, faces: await describeFaces(networks, photo, await findPhotoFaces(networks, photo)) }
}

export const isInBox = ([pointX, pointY]: Point, { x, y, width, height }: Box) =>
  pointX > x && pointX < x + width && pointY > y && pointY < y + height

/** Selects the face around a point, or null when there is none. */
export function selectFaceAt(faces: readonly AnalysedFace[], point: Point): AnalysedFace | null {
  return faces.find(({ box }) => isInBox(point, box)) ?? null
}

/** Judges a picture as a selfie. Returns `accepted` or the code of the refusal. */
export function judgeSelfie(networks: FaceNetworks, bitmap: Bitmap): Promise<string> {
  return describeSelfie(networks, bitmap).then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof FaceRejected) return error.code
      throw error
    },
  )
}

/** Reads a picture of one person: the face in the middle is theirs, or else the largest. */
export async function readPicture(networks: FaceNetworks, file: string): Promise<ReadPicture> {
  const { bitmap } = await decodePhoto(readFileSync(file))
  const { photo, faces } = await describePhotoFaces(networks, bitmap)
  const [largest] = [...faces].sort((a, b) => b.sizeInPixels - a.sizeInPixels)
  const own = selectFaceAt(faces, [bitmap.width / 2, bitmap.height / 2]) ?? largest
  const { landmarker } = networks
  const [points] = own && landmarker ? await detectLandmarks(landmarker, photo, [own.box]) : []
  return {
    bitmap,
    faceCount: faces.length,
    face: own && points ? { box: own.box, points } : null,
    embedding: own ? normalise(own.embedding) : null,
    verdict: await judgeSelfie(networks, bitmap),
  }
}

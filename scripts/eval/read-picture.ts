import { readFileSync } from 'node:fs'
import { findPhotoFaces } from '../../server/adapters/vision/analyse-photo.ts'
import { describeSelfie } from '../../server/adapters/vision/faces/judge-selfie.ts'
import { detectLandmarks } from '../../server/adapters/vision/faces/landmarks.ts'
import { describeFaces, type FaceNetworks } from '../../server/adapters/vision/faces/read-faces.ts'
import type { Bitmap } from '../../server/adapters/vision/images/bitmap.ts'
import { decodePhoto } from '../../server/adapters/vision/images/decode.ts'
import { makePyramid } from '../../server/adapters/vision/images/pyramid.ts'
import type { Network } from '../../server/adapters/vision/network.ts'
import { normalise } from '../../server/features/recognition/embedding.ts'
import { selectOwnFace } from '../../server/features/recognition/evaluation/own-face.ts'
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

/** Networks of a face model, and the landmark network, by which conditions find the eyes. */
export type EvaluationNetworks = FaceNetworks & { readonly eyeFinder: Network }

/** Reads a picture of one person, see `selectOwnFace`. */
export async function readPicture(networks: EvaluationNetworks, file: string): Promise<ReadPicture> {
  const { bitmap } = await decodePhoto(readFileSync(file))
  const { photo, faces } = await describePhotoFaces(networks, bitmap)
  const own = selectOwnFace(faces, bitmap)
  const [points] = own ? await detectLandmarks(networks.eyeFinder, photo, [own.box]) : []
  return {
    bitmap,
    faceCount: faces.length,
    face: own && points ? { box: own.box, points } : null,
    embedding: own && normalise(own.embedding),
    verdict: await judgeSelfie(networks, bitmap),
  }
}

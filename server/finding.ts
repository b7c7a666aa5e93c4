import { createCompetitorsFeature } from './features/competitors/index.ts'
import { createEventsFeature } from './features/events/index.ts'
import {
  createPhotoFinder,
  createPhotosFeature,
  forgetPerson,
  type SubjectPhotos,
} from './features/photos/index.ts'
import { createFaceSearch, createRecognitionFeature } from './features/recognition/index.ts'
import type { FaceIndex, FacesPort } from './features/recognition/ports.ts'
import { createVideosFeature } from './features/videos/index.ts'
import type { Feature, Ground } from './platform/app-parts.ts'

/** Everything with which runners find their photos. */
export interface Finding {
  readonly features: readonly Feature[]
  /** Which photos are somebody's, for those who sell them. */
  readonly finder: SubjectPhotos
}

/** Introduces the features of finding to each other and to the machinery that recognises faces. */
export function createFinding(ground: Ground, vision: { faces: FacesPort; index: FaceIndex }): Finding {
  const finder = createPhotoFinder(createFaceSearch(vision.index))
  return {
    finder,
    features: [
      createEventsFeature(ground),
      createPhotosFeature(ground, { finder }),
      createVideosFeature(ground),
      createCompetitorsFeature(ground, { finder }),
      createRecognitionFeature({ faces: vision.faces, finder, forgetPerson }),
    ],
  }
}

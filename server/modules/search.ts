import { createCompetitorsFeature } from '../features/competitors/index.ts'
import { createEventOverviewFeature, isFutureEvent } from '../features/event-overview/index.ts'
import { arePhotosBought, isSelfieOfPackage } from '../features/orders/index.ts'
import {
  createPhotoFinder,
  createPhotosFeature,
  deletePersonData,
  findPhoto,
  type LinkCardMaker,
  type SubjectPhotos,
} from '../features/photos/index.ts'
import {
  createFaceSearch,
  createRecognitionFeature,
  createSelfieQueue,
  createWarmUp,
  type WarmUpForEvent,
} from '../features/recognition/index.ts'
import type { FaceIndex, FacesPort, ReadOriginal } from '../features/recognition/ports.ts'
import { createVideosFeature } from '../features/videos/index.ts'
import { ObjectMissing } from '../platform/objects/port.ts'
import type { Feature, Services } from '../platform/services.ts'
import { createRefoldJobs } from '../refold-jobs.ts'

/** Features with which runners find their photos. */
export interface SearchModule {
  readonly features: readonly Feature[]
  /** Resolves a search subject to photos, for the features that sell them. */
  readonly finder: SubjectPhotos
  /** Call when a visitor opens a page of an event. */
  readonly warmUpForEvent: WarmUpForEvent
}

/** Connects the search features to each other and to face recognition. */
export function createSearchModule(
  services: Services,
  vision: { faces: FacesPort; index: FaceIndex; cards: LinkCardMaker },
): SearchModule {
  const finder = createPhotoFinder(createFaceSearch(vision.index, vision.faces))
  const warmUpForEvent = createWarmUp({ faces: vision.faces, isFutureEvent })
  return {
    finder,
    warmUpForEvent,
    features: [
      createEventOverviewFeature(services, { onEventOpened: warmUpForEvent }),
      createPhotosFeature(services, { finder, cards: vision.cards, arePhotosBought }),
      createVideosFeature(services),
      createCompetitorsFeature(services, { finder }),
      createRecognitionFeature({
        faces: vision.faces,
        queue: createSelfieQueue({ concurrency: services.config.visionWorkers }),
        finder,
        readOriginal: createOriginalReader(services),
        isNeededByOrder: isSelfieOfPackage,
        isFutureEvent,
        clientSecret: services.config.secrets.uploadClient,
        deletePersonData,
      }),
      { jobs: createRefoldJobs() },
    ],
  }
}

/** Reads originals from the store of objects. A missing file is logged, because it has to be restored from a backup. */
function createOriginalReader({ objects }: Pick<Services, 'objects'>): ReadOriginal {
  return async (context, photoId) => {
    const photo = await findPhoto(context, photoId)
    if (!photo) return undefined
    try {
      return await objects.get(photo.originalKey)
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error
      context.log.error({ err: error, key: photo.originalKey }, 'a stored photo cannot be read')
      return undefined
    }
  }
}

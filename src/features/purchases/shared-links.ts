import { listStoredKeys } from '../../platform/storage/index.ts'

/** Returns whether this device has shared photos of an event, so that others may have given them to it. */
export const hasSharedPhotos = (eventId: string): boolean =>
  listStoredKeys(/^search\.(.+)\.share$/).includes(eventId)

import type { FastifyInstance } from 'fastify'
import { framePainter } from '../../../server/adapters/vision/frames/paint-frame.ts'
import { shrinker } from '../../../server/adapters/vision/images/derivatives.ts'
import { linkCardMaker } from '../../../server/adapters/vision/images/link-card.ts'
import { createFaceIndex } from '../../../server/adapters/vision/search/face-index.ts'
import { buildApp } from '../../../server/app.ts'
import { createAuthModule } from '../../../server/modules/auth.ts'
import { createCommerceFeatures } from '../../../server/modules/commerce.ts'
import { createSearchModule } from '../../../server/modules/search.ts'
import type { Services } from '../../../server/platform/services.ts'
import { createFacesPort } from '../data/faces-port.ts'
import type { Shop } from './shop.ts'

/** Builds the app of a shop with some services replaced, e.g. its database. The caller closes it. */
export async function buildAppWith(shop: Shop, parts: Partial<Services>): Promise<FastifyInstance> {
  const services: Services = { ...shop.services, ...parts }
  const searchModule = createSearchModule(services, {
    index: createFaceIndex(),
    faces: createFacesPort(() => Promise.reject(new Error('no pictures here'))),
    cards: linkCardMaker,
  })
  const { callers, features } = createAuthModule(services)
  const commerceFeatures = createCommerceFeatures(services, {
    finder: searchModule.finder,
    painter: framePainter,
    shrinker,
    deliver: async () => 200,
    callers,
  })
  return buildApp(services, [...features, ...searchModule.features, ...commerceFeatures])
}

import './time-limit-factor.ts'
import { registerRoute } from 'workbox-routing'
import { updateBadgeOnChange } from './badge.ts'
import { brandStrategy, isBrandFile } from './brand.ts'
import { cacheResponsesOfPages } from './cache-from-pages.ts'
import { isModel, modelStrategy } from './models.ts'
import { registerOutboxSync } from './outbox.ts'
import { isPicture, pictureStrategy } from './photos.ts'
import { serveShell } from './precache.ts'
import { isPublicData, publicDataStrategy } from './public-data.ts'
import { registerPushHandlers } from './push.ts'
import { registerSubscriptionRenewal } from './push-renewal.ts'
import { isReceipt, receiptStrategy } from './receipts.ts'
import { registerShareTarget } from './share.ts'
import { registerUpdateMessages } from './updates.ts'

// The route table. All other requests go to the network and are never cached. In particular, photo lists, searches, carts,
// orders, payments and files are private. Receipts are private too: they are cached on devices where the page of their order
// has shown one, and deleted by "forget this device".
registerUpdateMessages()
cacheResponsesOfPages()
serveShell()
registerOutboxSync()
updateBadgeOnChange()
registerShareTarget()
registerPushHandlers()
registerSubscriptionRenewal()
registerRoute(isPublicData, publicDataStrategy)
registerRoute(isBrandFile, brandStrategy)
registerRoute(isPicture, pictureStrategy)
registerRoute(isModel, modelStrategy)
registerRoute(isReceipt, receiptStrategy)

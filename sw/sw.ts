import './time-limit-factor.ts'
import { registerRoute } from 'workbox-routing'
import { adoptFromPages } from './adopt.ts'
import { keepBadge } from './badge.ts'
import { isBrandFile, keepBrand } from './brand.ts'
import { isModel, keepModels } from './models.ts'
import { sendOutbox } from './outbox.ts'
import { isPicture, keepPictures } from './photos.ts'
import { serveShell } from './precache.ts'
import { isPublicData, publicData } from './public-data.ts'
import { showMessages } from './push.ts'
import { followSubscription } from './push-renewal.ts'
import { isReceipt, keepReceipts } from './receipts.ts'
import { takeShares } from './share.ts'
import { answerUpdates } from './updates.ts'

// The route table. All other requests go to the network and are never cached. In particular, photo lists, searches, carts,
// orders, payments and files are private. Receipts are private too: they are cached on devices where the page of their order
// has shown one, and deleted by "forget this device".
answerUpdates()
adoptFromPages()
serveShell()
sendOutbox()
keepBadge()
takeShares()
showMessages()
followSubscription()
registerRoute(isPublicData, publicData)
registerRoute(isBrandFile, keepBrand)
registerRoute(isPicture, keepPictures)
registerRoute(isModel, keepModels)
registerRoute(isReceipt, keepReceipts)

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

// The table of routes: whatever is not in it goes to the network and is kept nowhere.
// In particular: photo lists, searches, carts, orders, payments and files are private. Receipts are too, and are kept
// for those whom their order's page has shown one; "forget this device" takes them away.
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

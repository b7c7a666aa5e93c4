export { answerOffer, boughtPageAtom, countVisit, offerDueAtom, useServed } from './offer.ts'
export { keepInstallPrompt } from './prompt.ts'
export { takeSharedPicture, withSharedPicture } from './shared-picture.ts'
export { install, installWayAtom } from './way-now.ts'

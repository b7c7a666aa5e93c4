export { answerOffer, boughtPageAtom, countVisit, offerDueAtom, useServed } from './offer.ts'
export { install, installWayAtom, keepInstallPrompt } from './prompt.ts'
export { takeSharedPicture, withSharedPicture } from './shared-picture.ts'

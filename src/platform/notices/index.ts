export { announcementsAtom, useAnnounce } from './announce.ts'
export { endSnack, noticesAtom, notify, showSnack, snackAtom, withdrawNotice } from './notices.ts'

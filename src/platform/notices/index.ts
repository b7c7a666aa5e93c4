export { announcementsAtom, useAnnounce } from './announce.ts'
export { closeSnack, noticesAtom, notify, showSnack, snackAtom, withdrawNotice } from './notices.ts'

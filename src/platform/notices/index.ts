export { endSnack, noticesAtom, notify, showSnack, snackAtom, withdrawNotice } from './notices.ts'
export { saidAtom, useSay } from './voice.ts'

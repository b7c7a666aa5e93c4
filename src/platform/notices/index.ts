export {
  endSnack,
  type Notice,
  type NoticeAction,
  noticesAtom,
  notify,
  type Snack,
  showSnack,
  snackAtom,
  withdrawNotice,
} from './notices.ts'
export { saidAtom, useSay } from './voice.ts'

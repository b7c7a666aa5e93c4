export { InstallNote } from './InstallNote.tsx'
export { NotificationOffer } from './NotificationOffer.tsx'
export { canNotify, needsInstall } from './subscribe.ts'

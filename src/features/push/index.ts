export { NotificationOffer } from './NotificationOffer.tsx'
export { canNotify } from './subscribe.ts'

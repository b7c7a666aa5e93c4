export { canBeTold } from './subscribe.ts'
export { TellMe } from './TellMe.tsx'

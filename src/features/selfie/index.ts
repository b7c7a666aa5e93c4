export { AskToForget } from './AskToForget.tsx'
export { SelfieNote } from './SelfieNote.tsx'
export { useSelfieSign } from './sign.ts'
export { useSelfieSeen } from './use-seen.ts'

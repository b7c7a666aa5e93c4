export { EmailField } from './EmailField.tsx'
export { faultOfEmail } from './find-email-error.ts'

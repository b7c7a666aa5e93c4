export { EmailField } from './EmailField.tsx'
export { findTypedEmailError } from './find-email-error.ts'

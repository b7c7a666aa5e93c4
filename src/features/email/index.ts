export { EmailField } from './EmailField.tsx'
export { faultOfEmail } from './fault.ts'

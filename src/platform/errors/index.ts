export { dismissError, errorsAtom, logFailure, reportError } from './report-error.ts'
export { StepFailed } from './step-failed.ts'

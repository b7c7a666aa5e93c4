import { runAllTrials } from '../trials.ts'

runAllTrials()

import { endFirstScreen } from '../lib/first-screen.ts'

/** The page answers from now on; what was pressed and typed before is done. */
export function answerEarly(): void {
  endFirstScreen()
  const { early } = window
  window.early = undefined
  if (early && early.length > 0) void import('./replay.ts').then(({ replay }) => replay(early))
}

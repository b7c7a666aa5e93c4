import { endFirstScreen } from '../lib/first-screen.ts'

let tellAnswered = () => {}

/** Resolves once the page reacts to taps. */
export const answers = new Promise<void>((resolve) => {
  tellAnswered = resolve
})

/** The page answers from now on; what was pressed and typed before is done. */
export function answerEarly(): void {
  endFirstScreen()
  tellAnswered()
  const { early } = window
  window.early = undefined
  if (early && early.length > 0) void import('./replay.ts').then(({ replay }) => replay(early))
}

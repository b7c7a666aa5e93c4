import { getLastNavigationType } from '../../platform/navigation/index.ts'

const fadeInMs = 220
const reducedMotionFadeInMs = 120

/** Fades pages in on navigation. The first page is not animated: a fade would only delay it. */
export function fadePages(): void {
  const main = document.querySelector('main')
  if (!main) return
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  const fade = (node: Node) => {
    if (!(node instanceof HTMLElement) || node.matches('.pf-dock')) return
    const duration = reducedMotion.matches ? reducedMotionFadeInMs : fadeInMs
    node.animate({ opacity: [0, 1] }, { duration, easing: 'cubic-bezier(.2, .8, .2, 1)' })
  }
  new MutationObserver((changes) => {
    if (getLastNavigationType() !== 'first') for (const { addedNodes } of changes) addedNodes.forEach(fade)
  }).observe(main, { childList: true })
}

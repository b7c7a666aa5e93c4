const takeOverInMs = 15_000

/**
 * Reloads the page into the newest version. In the first bundle and without imports: called when other code failed to load.
 */
export async function reloadIntoNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  await registration?.update().catch(() => {})
  const next = registration?.installing ?? registration?.waiting
  if (next) await takeOver(next)
  location.reload()
}

/** Activates a new service worker, at once or when it is installed; gives up after a timeout. */
function takeOver(next: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve()
    const ask = () => {
      if (next.state === 'installed') next.postMessage({ type: 'SKIP_WAITING' })
      if (next.state === 'redundant') done()
    }
    setTimeout(done, takeOverInMs)
    navigator.serviceWorker.addEventListener('controllerchange', done)
    next.addEventListener('statechange', ask)
    ask()
  })
}

/** Shows the fallback of `index.html` for an app that did not load. */
export function offerReload(container: HTMLElement): void {
  const template = document.querySelector<HTMLTemplateElement>('#not-started')
  if (!template) return
  container.replaceChildren(template.content.cloneNode(true))
  container.querySelector('button')?.addEventListener('click', () => void reloadIntoNewVersion())
}

const takeOverInMs = 15_000

/**
 * Reloads the page into the newest version there is. Stands in the first load and needs no other code: it is for the
 * moment when other code is gone.
 */
export async function reloadIntoNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  await registration?.update().catch(() => {})
  const next = registration?.installing ?? registration?.waiting
  if (next) await takeOver(next)
  location.reload()
}

/** Lets a new service worker in, at once or when it is ready; gives up when it does not come. */
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

/** Shows the words that `index.html` holds for the case that the app itself did not come. */
export function offerReload(container: HTMLElement): void {
  const template = document.querySelector<HTMLTemplateElement>('#not-started')
  if (!template) return
  container.replaceChildren(template.content.cloneNode(true))
  container.querySelector('button')?.addEventListener('click', () => void reloadIntoNewVersion())
}

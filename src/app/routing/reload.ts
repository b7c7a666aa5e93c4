const activationTimeoutInMs = 15_000

/**
 * Reloads the page into the newest version. In the first bundle and without imports: called when other code failed to load.
 */
export async function reloadIntoNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  await registration?.update().catch(() => {})
  const newWorker = registration?.installing ?? registration?.waiting
  if (newWorker) await activateWorker(newWorker)
  location.reload()
}

/** Activates a new service worker, at once or when it is installed; gives up after a timeout. */
function activateWorker(newWorker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => resolve()
    const skipWaitingIfInstalled = () => {
      if (newWorker.state === 'installed') newWorker.postMessage({ type: 'SKIP_WAITING' })
      if (newWorker.state === 'redundant') finish()
    }
    setTimeout(finish, activationTimeoutInMs)
    navigator.serviceWorker.addEventListener('controllerchange', finish)
    newWorker.addEventListener('statechange', skipWaitingIfInstalled)
    skipWaitingIfInstalled()
  })
}

/** Shows the fallback of `index.html` for an app that did not load. */
export function showReloadFallback(container: HTMLElement): void {
  const template = document.querySelector<HTMLTemplateElement>('#not-started')
  if (!template) return
  container.replaceChildren(template.content.cloneNode(true))
  container.querySelector('button')?.addEventListener('click', () => void reloadIntoNewVersion())
}

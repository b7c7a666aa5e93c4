import { ApiError } from '../../lib/api-error.ts'
import { Text, useErrorText } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { Button } from '../../ui/Button.tsx'
import { reloadIntoNewVersion } from './reload.ts'

/** Thrown when the code of a page did not load: the network is missing, or another version was deployed. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded'
}

/** Replaces a page that did not load or threw an error. */
export function PageError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOnline = useOnline()
  const errorText = useErrorText()
  const isVersionReplaced = isOnline && error instanceof PageNotLoaded
  return (
    <div className="wrap py-12" role="alert">
      <h1 className="display-d2" tabIndex={-1}>
        <Text id="app.pageError.title" />
      </h1>
      <p className="my-6">
        {error instanceof ApiError ? (
          errorText(error)
        ) : (
          <Text
            id={
              isVersionReplaced
                ? 'app.pageError.replaced'
                : isOnline
                  ? 'app.pageError.text'
                  : 'app.pageError.offline'
            }
          />
        )}
      </p>
      <Button onClick={isVersionReplaced ? () => void reloadIntoNewVersion() : onRetry}>
        <Text id={isVersionReplaced ? 'app.update.apply' : 'loading.retry'} />
      </Button>
    </div>
  )
}

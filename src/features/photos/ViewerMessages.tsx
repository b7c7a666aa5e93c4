import { useAtomValue } from 'jotai'
import { dismissError, errorsAtom, useErrorText } from '../../platform/errors/index.ts'
import { useText } from '../../platform/language/index.ts'
import { endSnack, snackAtom } from '../../platform/notices/index.ts'
import { Snackbar } from '../../ui/Snackbar.tsx'

/**
 * What the page says at its foot, said over the picture too: an open dialog covers the page and makes it inert.
 * The page's own message keeps the time.
 */
export function ViewerMessages() {
  const text = useText()
  const errorText = useErrorText()
  const snack = useAtomValue(snackAtom)
  const [error] = useAtomValue(errorsAtom)
  return (
    <div className="absolute inset-x-4 bottom-4 z-3 mx-auto max-w-115" role="status" data-scheme="light">
      {error !== undefined ? (
        <Snackbar action={{ label: text('photos.lightbox.close'), onClick: dismissError }}>
          {errorText(error)}
        </Snackbar>
      ) : (
        snack && (
          <Snackbar action={snack.action && { label: snack.action.label, onClick: () => endSnack(true) }}>
            {snack.text}
          </Snackbar>
        )
      )}
    </div>
  )
}

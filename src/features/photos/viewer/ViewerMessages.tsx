import { useAtomValue } from 'jotai'
import { dismissError, errorsAtom } from '../../../platform/errors/index.ts'
import { useErrorText, useText } from '../../../platform/language/index.ts'
import { closeSnack, snackAtom } from '../../../platform/notices/index.ts'
import { Snackbar } from '../../../ui/feedback/Snackbar.tsx'

/**
 * Repeats the page's snackbar and errors over the viewer: an open dialog covers the page and makes it inert. The timeout is
 * managed by the page's own message.
 */
export function ViewerMessages() {
  const text = useText()
  const errorText = useErrorText()
  const snack = useAtomValue(snackAtom)
  const [error] = useAtomValue(errorsAtom)
  return (
    <div className="absolute inset-x-4 bottom-4 z-3 mx-auto max-w-115" role="status">
      {error !== undefined ? (
        <Snackbar action={{ label: text('photos.lightbox.close'), onClick: dismissError }}>
          {errorText(error)}
        </Snackbar>
      ) : (
        snack && (
          <Snackbar action={snack.action && { label: snack.action.label, onClick: () => closeSnack(true) }}>
            {snack.text}
          </Snackbar>
        )
      )}
    </div>
  )
}

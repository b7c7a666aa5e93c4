import { useState } from 'react'
import { stopPhotoAlerts } from '../../../contract/push.ts'
import { isApiError, request } from '../../lib/api.ts'
import { Text, useErrorText, useText } from '../../platform/language/index.ts'
import { useParams, useTitle } from '../../platform/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Note } from '../../ui/feedback/Note.tsx'

/** Renders `/unsubscribe/:id`, linked from e-mails. Asks for confirmation, because mail programs prefetch links. */
export function UnsubscribePage() {
  const text = useText()
  const errorText = useErrorText()
  const { id } = useParams<'/unsubscribe/:id'>()
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  const [error, setError] = useState<unknown>()
  useTitle(text('call.stop.title'))
  const stopAlerts = async () => {
    setState('busy')
    setError(undefined)
    try {
      await request(stopPhotoAlerts, { params: { alertId: id } })
    } catch (failure) {
      // an alert that does not exist any more sends no e-mails
      if (!isApiError(failure, 'NotFound', 'ValidationFailed')) {
        setError(failure)
        setState('asking')
        return
      }
    }
    setState('done')
  }
  const isDone = state === 'done'
  return (
    <div className="wrap py-9">
      <EmptyState
        level={1}
        title={<Text id={isDone ? 'call.stop.done' : 'call.stop.title'} />}
        actions={
          isDone ? (
            <Button href="/">
              <Text id="call.stop.home" />
            </Button>
          ) : (
            <Button kind="primary" busy={state === 'busy'} onClick={() => void stopAlerts()}>
              <Text id="call.stop.yes" />
            </Button>
          )
        }
      >
        <span role="status">
          <Text id={isDone ? 'call.stop.doneText' : 'call.stop.text'} />
        </span>
      </EmptyState>
      {error !== undefined && (
        <Note tone="danger" role="alert" className="mt-4">
          {errorText(error)}
        </Note>
      )}
    </div>
  )
}

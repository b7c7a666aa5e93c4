import { useEffect, useRef } from 'react'
import type { RequestKind } from '../../../contract/requests.ts'
import { Text, useErrorText } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { RequestFields } from './RequestFields.tsx'
import { type RequestFormState, useRequestForm } from './use-request-form.ts'

/** Renders a request form with its sending status; it stays filled until the service has it. */
export function RequestForm({ kind, onClose }: { kind: RequestKind; onClose?: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const state = useRequestForm(kind, form)
  if (state.stage === 'sent') return <SentMessage onStartAgain={state.startAgain} onClose={onClose} />
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (state.stage !== 'waiting') state.submit()
      }}
    >
      <RequestFields state={state} />
      <Status state={state} />
      <Buttons state={state} />
      <p className="pf-prose mt-4 text-sm text-ink-2">
        <Text id="requests.policy" values={{ policy: renderPolicyLink }} />
      </p>
    </form>
  )
}

const renderPolicyLink = (label: React.ReactNode) => (
  <AppLink key="policy" href="/policy.pdf" target="_blank" rel="noopener">
    {label}
  </AppLink>
)

function Buttons({ state }: { state: RequestFormState }) {
  const online = useOnline()
  const { stage, entry } = state
  if (stage !== 'waiting') {
    return (
      <Button kind="primary" type="submit" full className="mt-6">
        <Text id={stage === 'refused' ? 'requests.sendAgain' : 'requests.send'} />
      </Button>
    )
  }
  const isStuck = entry !== undefined && (!online || entry.tries > 0)
  return (
    <div className="mt-4 grid gap-2">
      <Button kind="primary" full icon="reload" onClick={state.sendNow}>
        <Text id="requests.sendNow" />
      </Button>
      {isStuck && (
        <Button kind="ghost" full onClick={state.withdrawToEdit}>
          <Text id="requests.change" />
        </Button>
      )}
    </div>
  )
}

/** Shows the status of a form in the outbox, as far as it is confirmed. */
function Status({ state: { stage, entry } }: { state: RequestFormState }) {
  const online = useOnline()
  const errorText = useErrorText()
  if (stage === 'refused') {
    return (
      <Note tone="danger" role="alert" className="mt-6" title={<Text id="requests.failed" />}>
        {entry?.parked && errorText(entry.parked.code)}
      </Note>
    )
  }
  if (stage !== 'waiting') return null
  if (entry?.volatile) {
    return (
      <Note tone="warn" icon="warning" role="alert" className="mt-6" title={<Text id="requests.notStored" />}>
        <Text id="requests.notStored.text" />
      </Note>
    )
  }
  if (!online) {
    return (
      <Note tone="warn" icon="clock" role="status" className="mt-6" title={<Text id="requests.kept" />}>
        <Text id="requests.kept.text" />
      </Note>
    )
  }
  if (entry && entry.tries > 0) {
    return (
      <Note tone="danger" role="alert" className="mt-6" title={<Text id="requests.failed" />}>
        <Text id="requests.failed.text" />
      </Note>
    )
  }
  return (
    <Note icon="clock" role="status" className="mt-6">
      <Text id={entry ? 'requests.sendingKept' : 'requests.sending'} />
    </Note>
  )
}

function SentMessage({
  onStartAgain,
  onClose,
}: {
  onStartAgain: () => void
  onClose: (() => void) | undefined
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // the pressed button is gone, so the focus moves to the heading
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="max-w-[34rem]">
      <Icon name="check" size={48} className="text-ok" />
      <h3 ref={heading} tabIndex={-1} className="display-d2 mt-3 outline-none">
        <Text id="requests.sent" />
      </h3>
      <p className="mt-3 text-ink-2">
        <Text id="requests.sent.text" />
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        {onClose && (
          <Button kind="action" onClick={onClose}>
            <Text id="requests.close" />
          </Button>
        )}
        <Button kind="outline" onClick={onStartAgain}>
          <Text id="requests.anew" />
        </Button>
      </div>
    </div>
  )
}

import { useState } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { useBlockUpdates } from '../../platform/updates/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'
import { forgetDevice } from './forget-device.ts'

const dataKinds = ['selfies', 'orders', 'files', 'waiting', 'settings'] as const

/** Asks to confirm the deletion of local data, lists the data that it deletes and retains, and deletes them. */
export function ForgetDevice({ onClose }: { onClose: () => void }) {
  const text = useText()
  const online = useOnline()
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking')
  useBlockUpdates(state === 'busy')
  const forget = () => {
    setState('busy')
    forgetDevice().catch(() => setState('failed'))
  }
  const close = () => {
    if (state !== 'busy') onClose()
  }
  return (
    <Sheet
      open
      onClose={close}
      title={text('device.forget.title')}
      closeLabel={text('device.sheet.close')}
      footer={
        <div className="grid gap-2">
          <Button kind="primary" icon="bin" full busy={state === 'busy'} onClick={forget}>
            <Text id="device.forget.yes" />
          </Button>
          <Button kind="ghost" full disabled={state === 'busy'} onClick={close}>
            <Text id="device.forget.no" />
          </Button>
        </div>
      }
    >
      <p className="font-semibold">
        <Text id="device.forget.lead" />
      </p>
      <ul className="mt-3">
        {dataKinds.map((dataKind) => (
          <li key={dataKind} className="border-t border-line py-3">
            <Text id={`device.forget.${dataKind}`} />
          </li>
        ))}
      </ul>
      <p className="border-t border-line pt-3 text-sm text-ink-2">
        <Text id="device.forget.stays" />
      </p>
      {!online && (
        <Note tone="warn" icon="no-network" className="mt-4">
          <Text id="device.forget.offline" />
        </Note>
      )}
      {state === 'failed' && (
        <Note tone="danger" role="alert" className="mt-4">
          <Text id="device.forget.failed" />
        </Note>
      )}
    </Sheet>
  )
}

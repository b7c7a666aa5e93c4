import { useAtomValue } from 'jotai'
import { type ComponentType, useState } from 'react'
import { answerOffer, install, installWayAtom } from '../../platform/install/index.ts'
import { Text } from '../../platform/language/index.ts'
import type { IconName } from '../../ui/Icon.tsx'
import { Late } from '../Late.tsx'
import { SchemePicker } from './SchemePicker.tsx'

type RowProps = { icon: IconName; onClick: () => void; children: React.ReactNode }

const installSheet = () => import('./InstallSheet.tsx').then((it) => it.InstallSheet)
const forgetSheet = () => import('./ForgetDevice.tsx').then((it) => it.ForgetDevice)

/** Renders the actions for this device: install the app, choose the colour scheme, delete local data. */
export function DeviceRows({ Row }: { Row: ComponentType<RowProps> }) {
  const way = useAtomValue(installWayAtom)
  const [sheet, setSheet] = useState<'install' | 'forget'>()
  const close = () => setSheet(undefined)
  const startInstall = async () => {
    answerOffer()
    if (!(await install())) setSheet('install')
  }
  return (
    <>
      <SchemePicker />
      {way && (
        <Row icon="download" onClick={() => void startInstall()}>
          <Text id="device.install" />
        </Row>
      )}
      <Row icon="bin" onClick={() => setSheet('forget')}>
        <Text id="device.forget" />
      </Row>
      {sheet && <Late load={sheet === 'install' ? installSheet : forgetSheet} onClose={close} />}
    </>
  )
}

import { Text } from '../../platform/language/index.ts'
import { usePath } from '../../platform/navigation/index.ts'
import { useSettings } from '../../platform/theme/index.ts'
import { DrawerRow } from '../../ui/layout/Drawer.tsx'
import { canReportAt, reportBug } from './report-bug.ts'

/** Lists the menu entries besides pages: the other services of the company, and the bug report. */
export function OtherRows({ onClose }: { onClose: () => void }) {
  const path = usePath()
  const settings = useSettings()
  return (
    <>
      {settings.serviceSwitch.map((service) => (
        <DrawerRow key={service.url} icon="external" href={service.url}>
          {service.title}
        </DrawerRow>
      ))}
      {canReportAt(path, settings) && (
        <DrawerRow
          icon="warning"
          onClick={() => {
            onClose()
            reportBug()
          }}
        >
          <Text id="shell.reportBug" />
        </DrawerRow>
      )}
    </>
  )
}

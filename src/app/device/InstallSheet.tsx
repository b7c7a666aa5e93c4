import { useAtomValue } from 'jotai'
import { installMethodAtom } from '../../platform/install/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'

const steps: Record<'ios' | 'firefox', readonly [icon: IconName | 'dots', textId: string][]> = {
  ios: [
    ['share', 'device.sheet.ios.1'],
    ['plus', 'device.sheet.ios.2'],
    ['check', 'device.sheet.ios.3'],
  ],
  firefox: [
    ['dots', 'device.sheet.firefox.1'],
    ['plus', 'device.sheet.firefox.2'],
    ['check', 'device.sheet.firefox.3'],
  ],
}

/** Shows how to install the app in a browser without an install prompt. */
export function InstallSheet({ onClose }: { onClose: () => void }) {
  const text = useText()
  const installMethod = useAtomValue(installMethodAtom)
  if (installMethod !== 'ios' && installMethod !== 'firefox') return null
  return (
    <Sheet open onClose={onClose} title={text('device.sheet.title')} closeLabel={text('device.sheet.close')}>
      <ol className="pt-2">
        {steps[installMethod].map(([icon, textId]) => (
          <li key={textId} className="flex min-h-18 items-center gap-4 border-t border-line py-3.5">
            <span className="grid size-12 flex-none place-items-center rounded-control bg-sunk">
              {icon === 'dots' ? <Dots /> : <Icon name={icon} />}
            </span>
            <span className="font-semibold">
              <Text id={textId} />
            </span>
          </li>
        ))}
      </ol>
      {installMethod === 'ios' && (
        <p className="border-t border-line pt-4 text-sm text-ink-2">
          <Text id="device.sheet.memory" />
        </p>
      )}
    </Sheet>
  )
}

/** Draws the icon of the browser's menu, which is not in our icon set. */
function Dots() {
  return (
    <svg width={24} height={24} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M10 3h4v4h-4zM10 10h4v4h-4zM10 17h4v4h-4z" />
    </svg>
  )
}

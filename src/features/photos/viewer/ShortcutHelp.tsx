import './shortcut-help.css'
import { Text, useText } from '../../../platform/language/index.ts'
import { IconButton } from '../../../ui/IconButton.tsx'

interface Props {
  canBuy: boolean
  canAnswer: boolean
  onClose: () => void
}

/** Lists the viewer's keyboard shortcuts; letters by their physical key, in any layout. */
export function ShortcutHelp({ canBuy, canAnswer, onClose }: Props) {
  const text = useText()
  const keys: [string, string][] = [
    ['← →', 'turn'],
    ['Home End', 'ends'],
    ['Z', 'zoom'],
    ...(canBuy
      ? ([
          ['S', 'choose'],
          ['B', 'buy'],
        ] as [string, string][])
      : []),
    ...(canAnswer
      ? ([
          ['Y', 'me'],
          ['N', 'notMe'],
        ] as [string, string][])
      : []),
    ['Esc', 'close'],
    ['?', 'help'],
  ]
  return (
    <section aria-label={text('photos.keys.title')} className="pf-keys">
      <header>
        <h2 className="title">
          <Text id="photos.keys.title" />
        </h2>
        <IconButton icon="close" label={text('photos.keys.hide')} onClick={onClose} />
      </header>
      <dl>
        {keys.map(([key, action]) => (
          <div key={key}>
            <dt>
              <Text id={`photos.keys.${action}`} />
            </dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

import { Text, useText } from '../../platform/language/index.ts'
import { IconButton } from '../../ui/IconButton.tsx'

interface Props {
  canBuy: boolean
  canSay: boolean
  onClose: () => void
}

/** Which keys do what in the viewer; letters by their place on the keyboard, in any language. */
export function ShortcutHelp({ canBuy, canSay, onClose }: Props) {
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
    ...(canSay
      ? ([
          ['Y', 'me'],
          ['N', 'notMe'],
        ] as [string, string][])
      : []),
    ['Esc', 'close'],
    ['?', 'help'],
  ]
  return (
    <section
      aria-label={text('photos.keys.title')}
      className="absolute top-3 right-3 z-4 w-80 max-w-[calc(100%-24px)] rounded-control bg-[#1d2328] p-4 text-[#fff]"
    >
      <header className="flex items-center justify-between">
        <h2 className="title">
          <Text id="photos.keys.title" />
        </h2>
        <IconButton icon="close" label={text('photos.keys.hide')} onClick={onClose} />
      </header>
      <dl className="mt-1">
        {keys.map(([key, does]) => (
          <div key={key} className="flex min-h-9 items-center justify-between gap-4">
            <dt className="text-sm">
              <Text id={`photos.keys.${does}`} />
            </dt>
            <dd>
              <kbd className="rounded-print bg-[#0c0f12] px-2 py-1 text-sm font-bold">{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

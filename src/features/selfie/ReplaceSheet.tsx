import { Text, useText } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/layout/Sheet.tsx'

interface Props {
  open: boolean
  onReplace: () => void
  onCancel: () => void
}

/** Asks before a new selfie replaces one that the service does not have yet: the old one may show another runner. */
export function ReplaceSheet({ open, onReplace, onCancel }: Props) {
  const text = useText()
  return (
    <Sheet
      open={open}
      onClose={onCancel}
      title={<Text id="selfie.replace.title" />}
      closeLabel={text('selfie.replace.leave')}
      footer={
        <div className="grid w-full gap-2">
          <Button full onClick={onReplace}>
            <Text id="selfie.replace.yes" />
          </Button>
          <Button kind="ghost" full onClick={onCancel}>
            <Text id="selfie.replace.leave" />
          </Button>
        </div>
      }
    >
      <p className="pt-2">
        <Text id="selfie.replace.text" />
      </p>
    </Sheet>
  )
}

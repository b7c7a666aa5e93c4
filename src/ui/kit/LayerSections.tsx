import { useState } from 'react'
import { ICONS, type IconName } from '../icons.ts'
import { Button, CountUp, Icon, Logo, TextField } from '../index.ts'
import { Drawer, DrawerLink, DrawerRow } from '../layout/Drawer.tsx'
import { Sheet } from '../layout/Sheet.tsx'
import { Section } from './Section.tsx'

export function LayerSections() {
  const [layer, setLayer] = useState<'sheet' | 'drawer' | null>(null)
  const close = () => setLayer(null)
  return (
    <>
      <Section title="Слои">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" kind="sub" onClick={() => setLayer('sheet')}>
            Заявка
          </Button>
          <Button size="sm" kind="sub" onClick={() => setLayer('drawer')}>
            Меню
          </Button>
        </div>
        <p className="kit-count display mt-6">
          <CountUp value={14} />
        </p>
        <p className="pf-live">съёмка идёт</p>
      </Section>
      <Section title="Знаки" span={8}>
        <ul className="flex flex-wrap gap-4">
          {(Object.keys(ICONS) as IconName[]).map((name) => (
            <li key={name} className="grid w-20 justify-items-center gap-2 text-xs text-ink-3">
              <Icon name={name} />
              {name}
            </li>
          ))}
        </ul>
      </Section>
      <Sheet
        open={layer === 'sheet'}
        onClose={close}
        title="Снимать с нами"
        closeLabel="Закрыть"
        footer={
          <Button kind="primary" full onClick={close}>
            Отправить заявку
          </Button>
        }
      >
        <p className="mb-4 text-sm text-ink-2">От 5 000 ₽ за событие до 4 часов, 1 500 ₽ за следующий час.</p>
        <div className="grid grid-cols-1 gap-3">
          <TextField label="Имя и фамилия" />
          <TextField label="E-mail" error="Введите e-mail" />
          <TextField label="Город" />
        </div>
      </Sheet>
      <Drawer
        open={layer === 'drawer'}
        onClose={close}
        label="Меню"
        closeLabel="Закрыть"
        head={<Logo label="Photofinish" />}
      >
        <DrawerLink href="#" current>
          Участникам
        </DrawerLink>
        <DrawerLink href="#">Фотографам</DrawerLink>
        <DrawerLink href="#">Организаторам</DrawerLink>
        <DrawerLink href="#">Контакты</DrawerLink>
        <DrawerRow icon="warning">Сообщить об ошибке</DrawerRow>
      </Drawer>
    </>
  )
}

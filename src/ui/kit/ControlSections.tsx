import { useState } from 'react'
import { RadioCards } from '../form/RadioCards.tsx'
import {
  AppLink,
  Button,
  Checkbox,
  Chip,
  ChipRow,
  Message,
  SearchField,
  Tabs,
  TextArea,
  TextField,
  TextLink,
} from '../index.ts'
import { Section } from './Section.tsx'

const PROMO_ANSWERS = [
  'Конфликтует с промокодом в корзине',
  'Такого промокода нет. Проверьте буквы.',
  'Лимит промокода исчерпан',
  'Не подходит к товарам в корзине',
  'Промокод не активен',
  'Срок этого промокода истёк',
  'Не удалось применить. Повторите.',
]

export function ControlSections() {
  const [tab, setTab] = useState<'all' | 'mine' | 'report' | 'video'>('all')
  const [pay, setPay] = useState<'sbp' | 'card' | 'external'>('sbp')
  const [agreed, setAgreed] = useState(true)
  const [city, setCity] = useState('Казань')
  return (
    <>
      <Section title="Кнопки">
        <div className="grid grid-cols-1 gap-2.5">
          <Button kind="primary" icon="face" full>
            Найти себя по селфи
          </Button>
          <Button full>В корзину</Button>
          <Button kind="outline" full>
            По номеру
          </Button>
          <Button kind="primary" full busy>
            Отправляем заявку
          </Button>
          <Button kind="primary" full disabled reason="Сначала примите оферту">
            Оплатить 3 012 ₽
          </Button>
          <div className="flex flex-wrap items-center gap-3">
            <Button kind="sub" size="sm">
              Применить
            </Button>
            <Button kind="ghost">Другой способ</Button>
            <TextLink small href="#top">
              Все события
            </TextLink>
          </div>
        </div>
      </Section>
      <Section title="Промокод: ответы">
        <TextField label="Промокод" defaultValue="FINISH26" ok="Пакет «Все фото со мной» бесплатно" />
        {PROMO_ANSWERS.map((answer) => (
          <Message key={answer} tone="error">
            {answer}
          </Message>
        ))}
      </Section>
      <Section title="Поля">
        <div className="grid grid-cols-1 gap-3">
          <TextField label="Имя и фамилия" defaultValue="Илья Д" autoComplete="off" />
          <TextField label="E-mail" placeholder="name@mail.example" icon="mail" error="Введите e-mail" />
          <SearchField
            label="Город"
            value={city}
            onChange={setCity}
            clearLabel="Очистить"
            hint="Событие или город"
          />
          <TextField label="Номер или фамилия" placeholder="2047" largeDigits />
          <TextArea label="Сообщение" />
        </div>
      </Section>
      <Section title="Вкладки и чипы" span={8}>
        <Tabs
          label="Фото события"
          value={tab}
          onChange={setTab}
          items={[
            { id: 'all', label: 'Все фото', count: '12 480', href: '#all' },
            { id: 'mine', label: 'Ваши фото', href: '#mine' },
            { id: 'report', label: 'Репортаж', count: '86', href: '#report' },
            { id: 'video', label: 'Видео', count: '3', href: '#video' },
          ]}
        >
          <ChipRow label="Группы" className="pt-4">
            <Chip selected count="14">
              Ваши
            </Chip>
            <Chip>Пакеты и скидки</Chip>
            <Chip>Все фото</Chip>
            <Chip>Репортаж</Chip>
          </ChipRow>
        </Tabs>
      </Section>
      <Section title="Способ оплаты">
        <RadioCards
          legend="Как оплатить"
          value={pay}
          onChange={setPay}
          options={[
            { value: 'sbp', title: 'СБП', hint: 'Через приложение банка', icon: 'phone', badge: '−5 %' },
            { value: 'card', title: 'Карта', hint: 'МИР, VISA, MasterCard', icon: 'card' },
            {
              value: 'external',
              title: 'Платёжный сервис',
              hint: 'Откроется на отдельной странице',
              icon: 'external',
            },
          ]}
        />
        <Checkbox checked={agreed} onChange={setAgreed} className="mt-2">
          Принимаю <AppLink href="#top">оферту</AppLink> и{' '}
          <AppLink href="#top">правила обработки данных</AppLink>
        </Checkbox>
        <Checkbox checked={false} onChange={setAgreed} error="Примите оферту">
          Принимаю оферту
        </Checkbox>
      </Section>
    </>
  )
}

import type { ReactNode } from 'react'
import { Bib, BibNumber, Button, Icon, IconButton, Note, Price, Ruler } from '../index.ts'
import { createPicture } from './pictures.ts'
import { Section } from './Section.tsx'

/** Shows sales, payment and download: the package plate, files, orders, a pending payment. */
export function ShopSections() {
  return (
    <>
      <Section title="Пакет: предложение, дешевле взять все, в корзине, предзаказ, подарок по коду" span={12}>
        <div className="grid gap-4 lg:grid-cols-3">
          <Plate strip="Все 14 фото со мной" sum="1 990" note="На 1 790 ₽ дешевле, чем по одной">
            <Button kind="primary">Купить все</Button>
          </Plate>
          <Plate strip="Дешевле, чем по одной: 2 730 ₽" sum="1 990">
            <Button>Взять все</Button>
          </Plate>
          <Plate strip="Все 14 фото со мной" sum="1 990" note="На 1 790 ₽ дешевле, чем по одной">
            <Button kind="outline" icon="bag">
              Открыть корзину
            </Button>
          </Plate>
          <Plate strip="Предзаказ: все фото со мной" sum="1 490" note="до старта, потом 1 990 ₽">
            <Button kind="primary">Заказать</Button>
          </Plate>
          <Plate strip="Все 14 фото со мной" sum="0" note="Оплачено подарочным кодом">
            <Button kind="primary">Получить бесплатно</Button>
          </Plate>
        </div>
      </Section>
      <Section title="Файлы: ждёт, скачивается, на телефоне, сбой" span={8}>
        <ul className="border-b border-line">
          <FileRow title="Фото 1" details="8,2 МБ">
            <IconButton icon="download" label="Скачать: Фото 1" />
          </FileRow>
          <FileRow
            title="Фото 2, с рамкой"
            details="9,6 МБ"
            ruler={<Ruler label="Фото 2" size="sm" value={0.64} />}
          >
            <b className="lining-nums">64 %</b>
          </FileRow>
          <FileRow title="Фото 3" details="7,9 МБ">
            <span className="flex items-center gap-2 text-sm font-semibold text-ok">
              <Icon name="check" size={20} /> На телефоне
            </span>
          </FileRow>
          <FileRow title="Фото 4" details="Не скачалось: нет сети" danger>
            <IconButton icon="reload" label="Повторить: Фото 4" />
          </FileRow>
        </ul>
      </Section>
      <Section title="Архив: готовится, готов">
        <div className="grid gap-3">
          <Note icon="clock" title="Собираем архив">
            Страницу можно закрыть.
            <Ruler label="Архив" size="sm" className="mt-1" />
          </Note>
          <Button kind="primary" icon="download" full>
            Скачать архив, 118 МБ
          </Button>
        </div>
      </Section>
      <Section title="Заказы">
        <ul className="border-b border-line">
          <OrderRow number="48213" state="ждёт оплаты" tone="text-warn" day="20 ноя" sum="3 012 ₽" />
          <OrderRow number="47102" state="оплачен" tone="text-ok" day="15 ноя" sum="1 990 ₽" />
          <OrderRow number="46880" state="отменён" tone="text-ink-2" day="1 ноя" sum="390 ₽" />
        </ul>
        <Button kind="sub" full className="mt-3">
          Показать ещё
        </Button>
      </Section>
      <Section title="Заказ ждёт оплаты">
        <article className="rounded-sheet border-3 border-ink p-4.5">
          <div className="flex items-start justify-between gap-3.5">
            <div>
              <p className="title">Заказ ждёт оплаты</p>
              <p className="display mt-2.5 text-[min(50px,11vw)]">
                <Price amount="3 012" />
              </p>
            </div>
            <BibNumber
              className="w-27 flex-none outline-2 -outline-offset-2 outline-on-paper"
              caption="заказ"
              number="48213"
            />
          </div>
          <Button kind="primary" full className="mt-4">
            Продолжить оплату
          </Button>
          <Button kind="ghost" full className="mt-2">
            Другой способ оплаты
          </Button>
        </article>
      </Section>
      <Section title="Установка; заявка: отправляем, отправлено, не ушло">
        <div className="grid gap-3">
          <div className="pf-notice flex items-center gap-3.5">
            <Icon name="phone" />
            <p className="flex-1 leading-tight">
              <b>На экран телефона</b>
              <span className="block text-sm text-ink-2">Фото откроются без сети</span>
            </p>
            <Button size="sm">Добавить</Button>
          </div>
          <Note icon="clock">Сохранено на этом телефоне. Отправляем.</Note>
          <Note tone="ok" title="Отправлено">
            Ответим по контактам, которые вы оставили.
          </Note>
          <Note tone="danger" title="Не получилось отправить">
            Всё написанное сохранено. Мы повторим сами.
          </Note>
        </div>
      </Section>
    </>
  )
}

interface PlateProps {
  strip: string
  sum: string
  note?: string
  children: ReactNode
}

function Plate({ strip, sum, note, children }: PlateProps) {
  return (
    <Bib framed strip={strip}>
      <div className="flex items-center justify-between gap-3 px-4.5 pt-3.5 pb-5">
        <p>
          <span className="display block text-[46px]">
            <Price amount={sum} />
          </span>
          {note && <span className="mt-1 block text-sm text-ink-2">{note}</span>}
        </p>
        {children}
      </div>
    </Bib>
  )
}

interface FileRowProps {
  title: string
  details: string
  danger?: boolean
  ruler?: ReactNode
  children: ReactNode
}

function FileRow({ title, details, danger, ruler, children }: FileRowProps) {
  return (
    <li className="flex min-h-20 items-center gap-3.5 border-t border-line py-2.5">
      <img src={createPicture(0, 1)} alt="" className="size-16 flex-none rounded-print object-cover" />
      <div className="min-w-0 flex-1">
        <b>{title}</b>
        <p className={danger ? 'text-sm text-danger' : 'text-sm text-ink-2'}>{details}</p>
        {ruler}
      </div>
      {children}
    </li>
  )
}

interface OrderRowProps {
  number: string
  state: string
  tone: string
  day: string
  sum: string
}

function OrderRow({ number, state, tone, day, sum }: OrderRowProps) {
  return (
    <li className="flex min-h-19 items-center gap-4 border-t border-line py-3">
      <b className="display text-[1.75rem]">{number}</b>
      <span className="flex-1 leading-tight">
        <b className={tone}>{state}</b>
        <span className="block text-sm text-ink-2">{day}</span>
      </span>
      <b className="whitespace-nowrap">{sum}</b>
      <Icon name="right" size={20} />
    </li>
  )
}

import {
  Bib,
  Button,
  EmptyState,
  Note,
  Notification,
  Price,
  Ruler,
  Skeleton,
  Snackbar,
  StatusPill,
  StepRuler,
  TextLink,
} from '../index.ts'
import { Section } from './Section.tsx'

const FLAGS = [
  { at: 3, label: 'по 330 ₽' },
  { at: 5, label: 'по 270 ₽' },
  { at: 14, label: 'все 1 990 ₽' },
]

export function MessageSections() {
  return (
    <>
      <Section title="Линейки">
        <p className="mb-3 text-sm font-semibold">1 фото. Ещё 2, и каждое по 330 ₽</p>
        <StepRuler label="Выбрано" total={14} value={1} labelled flags={markNextFlag(3)} />
        <p className="mt-5 mb-3 text-sm font-semibold">7 фото. Дешевле взять все 14</p>
        <StepRuler label="Выбрано" total={14} value={7} labelled flags={markNextFlag(14)} />
        <div className="mt-6 grid grid-cols-1 gap-6">
          <Ruler label="Поиск" value={0.62} flag="0:37 из 1:00" />
          <Ruler label="Отправка" value={0.92} flag="92 %" />
          <Ruler label="Проверка" size="sm" ticks={48} />
          <Ruler label="Поиск" size="lg" value={0.3} />
        </div>
      </Section>
      <Section title="Пакет">
        <Bib strip="Все 14 фото со мной" framed>
          <div className="px-7 pt-6 pb-8">
            <p className="display text-[76px]">
              <Price amount="1 990" />
            </p>
            <Button kind="primary" full className="mt-4">
              Купить все
            </Button>
            <hr className="pf-tear mt-6 mb-5" />
            <p className="mb-3 font-extrabold">Или по одной: 3 фото, 990 ₽</p>
            <StepRuler label="Выбрано" total={14} value={3} labelled flags={markNextFlag(5)} />
            <p className="mt-3 mb-4 text-sm text-ink-2">Ещё 2 фото, и каждое будет по 270 ₽.</p>
            <Button full>В корзину, 3 фото</Button>
          </div>
        </Bib>
      </Section>
      <Section title="Статус загрузки и поиска">
        <div className="grid justify-items-start gap-2.5">
          <StatusPill icon="clock">Селфи в очереди, нет сети</StatusPill>
          <StatusPill icon="reload">Отправляем 64 %</StatusPill>
          <StatusPill icon="face" onClick={() => {}}>
            Ищем, осталось 0:23
          </StatusPill>
          <StatusPill icon="check" tone="ok">
            Нашли 14 фото
          </StatusPill>
          <StatusPill icon="warning" tone="danger">
            Файл больше 8 МБ
          </StatusPill>
        </div>
      </Section>
      <Section title="Заказ: проверка, отказ, оплачен">
        <div className="grid grid-cols-1 gap-2.5">
          <Note title="Проверяем оплату">
            Обычно до минуты. Страницу можно закрыть.
            <Ruler label="Проверка" size="sm" value={0.45} className="mt-1" />
          </Note>
          <Note tone="danger" title="Не удалось оплатить заказ">
            Повторите или смените способ оплаты.
            <div className="mt-1 flex gap-4">
              <TextLink>Повторить</TextLink>
              <TextLink>Другой способ</TextLink>
            </div>
          </Note>
          <Note tone="ok" title="Оплачено 3 012 ₽">
            Файлы готовы, копия на почте.
          </Note>
          <Note tone="warn">
            <b>Часть фото ещё обрабатывается.</b> Загляните через полчаса.
          </Note>
        </div>
      </Section>
      <Section title="Сообщения">
        <div className="grid grid-cols-1 gap-2.5">
          <Snackbar action={{ label: 'Вернуть', onClick: () => {} }}>Фото удалено</Snackbar>
          <Snackbar>Фото уже входит в «Все фото со мной»</Snackbar>
          <Note icon="reload" action={<TextLink>Обновить</TextLink>}>
            <b>Вышла новая версия.</b> Корзина сохранится.
          </Note>
          <Notification
            title="Добавили 3 новых фото с вами"
            onDismiss={() => {}}
            dismissLabel="Скрыть"
            actions={
              <>
                <Button size="sm">Смотреть</Button>
                <Button size="sm" kind="sub">
                  Не сейчас
                </Button>
              </>
            }
          >
            Полумарафон «Три моста»
          </Notification>
        </div>
      </Section>
      <Section title="Пустые состояния">
        <EmptyState
          title="Пока вас не нашли"
          actions={
            <>
              <Button size="sm" icon="camera">
                Новое селфи
              </Button>
              <Button size="sm" kind="outline">
                По номеру
              </Button>
            </>
          }
        >
          Часть фото ещё обрабатывается. Попробуйте другое селфи или поиск по номеру.
        </EmptyState>
        <hr className="my-6" />
        <div className="grid gap-2">
          <Skeleton text width="60%" />
          <Skeleton text width="90%" />
          <Skeleton height={84} />
        </div>
      </Section>
    </>
  )
}

function markNextFlag(step: number) {
  return FLAGS.map((flag) => ({ at: flag.at, label: flag.label, next: flag.at === step }))
}

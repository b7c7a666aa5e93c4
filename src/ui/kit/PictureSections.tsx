import { useRef, useState } from 'react'
import { Button, IconButton, Price } from '../index.ts'
import { FilmStrip } from '../media/FilmStrip.tsx'
import { JustifiedRows, type JustifiedRowsHandle } from '../media/JustifiedRows.tsx'
import { PhotoTile } from '../media/PhotoTile.tsx'
import { Viewer } from '../viewer/Viewer.tsx'
import { createPicture, getAspectRatio } from './pictures.ts'
import { Section } from './Section.tsx'

const COUNT = 10_000
const price = <Price amount="390" />

export function PictureSections() {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set([2]))
  const [openIndex, setOpenIndex] = useState<number | null>(null)
  const rows = useRef<JustifiedRowsHandle>(null)
  const toggle = (index: number) => {
    const next = new Set(selected)
    if (!next.delete(index)) next.add(index)
    setSelected(next)
  }
  const close = () => {
    if (openIndex !== null) rows.current?.show(openIndex, { focus: true })
    setOpenIndex(null)
  }
  const src = createPicture(0, 1)
  return (
    <>
      <Section
        title="Плитка фото: загрузка, обычная, выбрана, в корзине, куплена, обрабатывается, сбой"
        span={12}
      >
        <div className="kit-tiles grid grid-cols-2 gap-3">
          <PhotoTile state="loading" alt="" />
          <PhotoTile
            state="default"
            src={src}
            mark={price}
            alt="Фото 1"
            pickLabel="Выбрать"
            onPick={noop}
            onOpen={noop}
          />
          <PhotoTile
            state="selected"
            src={src}
            mark={price}
            alt="Фото 2"
            pickLabel="Убрать"
            onPick={noop}
            onOpen={noop}
          />
          <PhotoTile state="in-cart" src={src} mark="в корзине" alt="Фото 3" onOpen={noop} />
          <PhotoTile
            state="bought"
            src={src}
            mark="Куплено · открыть"
            markHref="/orders"
            markLabel="Куплено · открыть: Фото 4"
            alt="Фото 4"
            onOpen={noop}
          />
          <PhotoTile state="processing" message="обрабатываем, загляните позже" alt="" />
          <PhotoTile state="failed" message="не загрузилось" retryLabel="Повторить" onRetry={noop} alt="" />
        </div>
      </Section>
      <Section title={`Ряды: ${COUNT} фото`} span={12}>
        <Button
          kind="sub"
          size="sm"
          className="mb-3"
          onClick={() => rows.current?.show(COUNT - 1, { focus: true })}
        >
          В конец
        </Button>
        <div className="kit-rows" id="rows">
          <JustifiedRows
            ref={rows}
            label="Все фото"
            count={COUNT}
            getAspectRatio={getAspectRatio}
            renderTile={(index, { tabIndex }) => (
              <PhotoTile
                state={selected.has(index) ? 'selected' : 'default'}
                src={createPicture(index)}
                placeholder="#c9cfd2"
                alt={`Фото ${index + 1}`}
                mark={price}
                pickLabel={selected.has(index) ? 'Убрать' : 'Выбрать'}
                onPick={() => toggle(index)}
                onOpen={() => setOpenIndex(index)}
                onLongPress={() => toggle(index)}
                tabIndex={tabIndex}
              />
            )}
          />
        </div>
      </Section>
      {openIndex !== null && (
        <Viewer
          label="Просмотр фото"
          closeLabel="Закрыть"
          previousLabel="Предыдущее"
          nextLabel="Следующее"
          count={COUNT}
          index={openIndex}
          onIndexChange={setOpenIndex}
          onClose={close}
          getItem={(index) => ({ key: String(index), src: createPicture(index), alt: `Фото ${index + 1}` })}
          title={`${openIndex + 1} из ${COUNT}`}
          end={<IconButton icon="share" label="Поделиться" />}
          film={
            <FilmStrip
              label="Все фото"
              count={COUNT}
              index={openIndex}
              onChange={setOpenIndex}
              getFrame={(index) => ({
                key: String(index),
                src: createPicture(index),
                label: `Фото ${index + 1}`,
              })}
            />
          }
          side={
            <div className="flex gap-2 px-4 pt-2 lg:flex-col lg:px-0">
              <p className="display hidden text-[64px] lg:block">{price}</p>
              <Button kind="primary" className="flex-1 lg:flex-none">
                В корзину {price}
              </Button>
              <Button kind="outline" icon="frame">
                Рамка
              </Button>
            </div>
          }
        />
      )}
    </>
  )
}

function noop() {}

import { BibNumber, DateBib } from '../Bib.tsx'
import { GuidancePlate, OvalBezel, Shutter } from '../camera/OvalBezel.tsx'
import { createPicture } from './pictures.ts'
import { Section } from './Section.tsx'

const FACES = [
  { x: 0.1, y: 0.3, width: 0.36, height: 0.42 },
  { x: 0.55, y: 0.26, width: 0.36, height: 0.42 },
]

export function SelfieSections() {
  const view = <img src={createPicture(0, 0.8)} alt="" />
  return (
    <>
      <Section title="Селфи: живые подсказки" span={12}>
        <div data-scheme="light" className="grid gap-6 bg-bg p-2 md:grid-cols-3 lg:grid-cols-5">
          <div>
            <div className="kit-camera mb-2">
              <OvalBezel state="none" label="Камера">
                {view}
              </OvalBezel>
            </div>
            <GuidancePlate small tone="warn" icon="oval" title="Лицо не видно">
              Поместите лицо в овал
            </GuidancePlate>
          </div>
          <div>
            <div className="kit-camera mb-2">
              <OvalBezel state="several" faces={FACES} label="Камера">
                {view}
              </OvalBezel>
            </div>
            <GuidancePlate small tone="warn" icon="people" title="Лиц больше одного">
              В кадре должны быть только вы
            </GuidancePlate>
          </div>
          <div>
            <div className="kit-camera mb-2">
              <OvalBezel state="dark" label="Камера" />
            </div>
            <GuidancePlate small tone="warn" icon="sun" title="Слишком темно">
              Повернитесь к свету
            </GuidancePlate>
          </div>
          <div>
            <div className="kit-camera mb-2">
              <OvalBezel state="hold" progress={0.62} label="Камера">
                {view}
              </OvalBezel>
            </div>
            <GuidancePlate small icon="clock" title="Замрите">
              Снимем сами
            </GuidancePlate>
          </div>
          <div>
            <div className="kit-camera mb-2">
              <OvalBezel state="good" label="Камера">
                {view}
              </OvalBezel>
            </div>
            <GuidancePlate small tone="ok" icon="check" title="Отлично">
              Ищем вас среди 12&nbsp;480&nbsp;фото
            </GuidancePlate>
          </div>
        </div>
        <div data-scheme="light" className="mt-4 flex gap-6 bg-bg p-2">
          <Shutter label="Снять" onClick={() => {}} />
          <Shutter label="Снять" disabled onClick={() => {}} />
        </div>
      </Section>
      <Section title="Номера" span={12}>
        <div className="flex flex-wrap items-end gap-6">
          <BibNumber caption="ваш номер" number="2047" />
          <BibNumber strip="Три моста · 21,1 км" number="2047" size="xl" className="kit-plate" />
          <DateBib day="20" month="ноября" />
          <DateBib day="20" month="ноября" year="2026" size="head" />
          <DateBib day="15" month="ноя" size="row" />
        </div>
      </Section>
    </>
  )
}

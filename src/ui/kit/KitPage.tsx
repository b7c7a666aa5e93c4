import './kit.css'
import { useState } from 'react'
import { FinishStrip } from '../finish-strip/FinishStrip.tsx'
import {
  AppBar,
  AppBarLink,
  AppBarNav,
  AppLink,
  Button,
  Dock,
  Footer,
  IconButton,
  InlineSelect,
  Logo,
  OfflineBar,
  StatusPill,
  StatusRow,
  StepRuler,
} from '../index.ts'
import { ControlSections } from './ControlSections.tsx'
import { LayerSections } from './LayerSections.tsx'
import { MessageSections } from './MessageSections.tsx'
import { PictureSections } from './PictureSections.tsx'
import { SelfieSections } from './SelfieSections.tsx'
import { ShopSections } from './ShopSections.tsx'

const LANGUAGES = [
  { value: 'ru', label: 'Русский', short: 'RU' },
  { value: 'en', label: 'English', short: 'EN' },
  { value: 'es', label: 'Español', short: 'ES' },
]

/** Shows every component in every state, with sample data. Not part of the storefront. */
export function KitPage() {
  const [language, setLanguage] = useState('ru')
  return (
    <>
      <AppBar
        start={<IconButton icon="menu" label="Меню" className="lg:hidden" />}
        logo={<Logo label="Photofinish, на главную" href="#" />}
        nav={
          <AppBarNav label="Разделы" className="max-lg:hidden">
            <AppBarLink href="#" current>
              Участникам
            </AppBarLink>
            <AppBarLink href="#">Фотографам</AppBarLink>
            <AppBarLink href="#">Организаторам</AppBarLink>
            <AppBarLink href="#">Бизнесу</AppBarLink>
            <AppBarLink href="#">Контакты</AppBarLink>
          </AppBarNav>
        }
        above={<OfflineBar>Нет сети. Покупки и найденные фото сохранены.</OfflineBar>}
        status={
          <StatusRow>
            <StatusPill icon="clock">Селфи в очереди, нет сети</StatusPill>
          </StatusRow>
        }
        end={
          <>
            <InlineSelect label="Язык" options={LANGUAGES} value={language} onChange={setLanguage} />
            <IconButton icon="user" label="Ваши заказы" className="max-lg:hidden" />
            <IconButton icon="bag" label="Корзина, товаров: 2" count={2} />
          </>
        }
      />
      <main>
        <div className="pf-hero kit-hero">
          <div className="wrap pt-6 lg:pt-10">
            <h1 className="display-mega whitespace-nowrap">
              Вы бежали.
              <br />
              Мы снимали.
            </h1>
            <p className="mt-4 max-w-[26em] font-semibold lg:max-w-[min(720px,100vw-36.5rem)] lg:text-[1.1875rem]">
              Сделайте селфи, и увидите все свои фото с дистанции.
            </p>
          </div>
          <FinishStrip className="mt-2 lg:absolute lg:inset-x-0 lg:bottom-0" />
        </div>
        <div className="wrap kit py-10">
          <SelfieSections />
          <PictureSections />
          <ControlSections />
          <MessageSections />
          <ShopSections />
          <LayerSections />
        </div>
      </main>
      <Footer start="© 2026 Photofinish">
        <AppLink href="#top">Политика конфиденциальности</AppLink>
        <AppLink href="#top">Поддержка</AppLink>
        <InlineSelect label="Язык" options={LANGUAGES} value={language} onChange={setLanguage} />
      </Footer>
      <Dock label="Покупка">
        <StepRuler
          thin
          label="Выбрано"
          total={14}
          value={3}
          flags={[{ at: 3 }, { at: 5, next: true }, { at: 14 }]}
        />
        <div className="mt-2.5 flex items-center justify-between gap-3">
          <div>
            <p className="font-extrabold">3 фото · 990 ₽</p>
            <p className="text-sm text-ink-2">Ещё 2, и каждое по 270 ₽</p>
          </div>
          <Button>В корзину</Button>
        </div>
      </Dock>
    </>
  )
}

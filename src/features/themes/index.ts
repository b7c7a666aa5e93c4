export { ThemePictures } from './ThemePictures.tsx'

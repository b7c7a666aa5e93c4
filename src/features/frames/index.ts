export { FramedPackage } from './FramedPackage.tsx'

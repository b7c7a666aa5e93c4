export { useParams } from 'wouter'
export { navigate } from 'wouter/use-browser-location'
export { appBarAtom, routeLoadingAtom, useAppBar } from './chrome.ts'
export { getLastNavigationType, initialQuery, replaceByCanonicalUrl } from './history.ts'
export {
  buildPath,
  leaveAppFor,
  pageLocation,
  replaceUrl,
  stopLeaving,
  useGoBack,
  useNavigate,
  usePath,
  useQuery,
} from './use-navigate.ts'
export { routeTitleAtom, useTitle } from './use-title.ts'

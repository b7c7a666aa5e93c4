export {
  addShare,
  deleteShare,
  deleteShares,
  findShare,
  findShareOfEvent,
  refoldShares,
  removeFromShares,
  type ShareRow,
} from './store.ts'

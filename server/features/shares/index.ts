export {
  addShare,
  deleteShare,
  deleteShares,
  findShare,
  findShareOfEvent,
  listTenantsOfShares,
  purgeShares,
  refoldShares,
  removeFromShares,
  type ShareRow,
} from './store.ts'

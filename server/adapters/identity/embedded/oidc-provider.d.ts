/** The same as the package's front door, which says in passing that Node 20 is not what its maker supports. */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}

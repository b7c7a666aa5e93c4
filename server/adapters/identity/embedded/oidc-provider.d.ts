/** Identical to the package's main entry, which also prints a warning that Node 20 is unsupported. */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}
